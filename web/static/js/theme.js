// The room's light, switched in place and kept in the cookie that the server reads.

const A_YEAR_S = 365 * 24 * 60 * 60;

/** Switch between the dark room and the bright one. */
export function switchTheme() {
  const theme = document.documentElement.dataset.theme === "bright" ? "dark" : "bright";
  document.documentElement.dataset.theme = theme;
  document.cookie = `theme=${theme}; path=/; max-age=${A_YEAR_S}; samesite=lax`;
}
