// Looking at a table of the past: the drawer opens, players and bets are chosen, the sheet is read. Nothing is sent.

import { Drawer } from "./drawer.js";
import { all, byId, goOn, show, switchTheme, watchRows, whenShown } from "./screen.js";

/** What of the drawer only looks. */
const LOOKS = ["drawer", "drawer-away", "tab", "task", "account"];

/** The name under which what is looked at is kept in the tab, apart from the live table's. */
export const nameOfPast = () => `${byId("table").dataset.night}, as it stood`;

/** Let a table be looked at; `makeLooks` is given the drawer and gives what each of the game's own touches shows. */
export function look(hand, makeLooks) {
  // Nothing is sent: of the drawer's touches none that sends is among those below.
  const drawer = new Drawer(hand, null);
  const looks = {
    ...Object.fromEntries(LOOKS.map((name) => [name, drawer.touches[name]])),
    ...makeLooks(drawer),
    theme: switchTheme,
    "rows-more": goOn,
  };
  whenShown(() => disableTheRest(looks));
  watchRows();
  document.addEventListener("click", ({ target }) => {
    if (target.id === "part-drawer") {
      drawer.close();
      return;
    }
    const key = target.closest?.("[data-touch]");
    if (!key || key.disabled || !(key.dataset.touch in looks)) return;
    looks[key.dataset.touch](key);
    show(hand);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && hand.drawer) drawer.close();
    else if (event.key === "Enter" && event.target.matches?.("[role=button]")) event.target.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  });
  document.addEventListener("submit", (event) => {
    if (event.target.dataset.form) event.preventDefault();
  });
  document.addEventListener("renewed", () => show(hand));
  show(hand);
}

function disableTheRest(looks) {
  for (const key of all(".part button[data-touch]")) if (!(key.dataset.touch in looks)) key.disabled = true;
  for (const field of all(".part input[data-choice]")) field.disabled = true;
}
