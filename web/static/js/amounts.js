// Amounts of money as they are said and typed.

const figures = new Intl.NumberFormat("en");

/** Dollars as figures, the thousands apart: 12,500. */
export const grouped = (whole) => figures.format(whole);

/** Cents as the table says them: 25¢, $5, $12.50. */
export function dollars(cents) {
  if (cents < 100) return `${cents}¢`;
  const rest = cents % 100;
  return `$${grouped(Math.floor(cents / 100))}${rest ? `.${String(rest).padStart(2, "0")}` : ""}`;
}

/** Typed dollars as cents; null where they are no amount. */
export function centsOf(typed) {
  const text = typed.replaceAll(",", "").replace("$", "").trim();
  const read = /^(\d{1,9})?(?:\.(\d{0,2}))?$/.exec(text);
  if (!text || text === "." || !read) return null;
  return Number(read[1] ?? 0) * 100 + Number((read[2] ?? "").padEnd(2, "0"));
}
