// The texts of the scripts in the language of the page, and amounts in the form of its currency.

const element = document.getElementById("texts");
const texts = element ? JSON.parse(element.textContent) : {};
const form = JSON.parse(document.documentElement.dataset.money ?? "{}");
const rule = new Intl.PluralRules(document.documentElement.lang || "en");

const filled = (text, named) => text.replaceAll(/%\((\w+)\)s/g, (whole, name) => named[name] ?? whole);

/** A text in the language of the page; `named` has what its placeholders `%(name)s` stand for. */
export const gettext = (text, named = {}) => filled(texts[text] ?? text, named);

/** A text with a number of things, `%(num)s`, which is grouped as the language does. */
export function ngettext(singular, plural, number, named = {}) {
  const [first, others] = texts[singular] ?? [singular, plural];
  return filled(rule.select(number) === "one" ? first : others, { num: grouped(String(number)), ...named });
}

/** The figures of a whole number, the thousands apart: 12,500. */
const grouped = (figures) => figures.replaceAll(/\B(?=(\d{3})+$)/g, form.group);

/** How many decimals an amount has. */
export const DIGITS = form.digits;

/** The sign between the whole and the decimals. */
export const DECIMAL = form.decimal;

/** An amount by its figures, without the thousands apart: whole and decimals, which may be left out. */
export const written = (whole, decimals) => `${form.before}${grouped(whole)}${decimals === undefined ? "" : form.decimal + decimals}${form.after}`;

/** An amount in the smallest coin, as the table says it: 25¢, $5, $12.50. */
export function money(cents) {
  if (form.plain && cents > 0 && cents < 100) return `${cents}¢`;
  const [whole, decimals] = figuresOf(cents);
  return written(whole, Number(decimals) ? decimals : undefined);
}

/** The whole and the decimals of an amount in the smallest coin. */
export function figuresOf(cents) {
  const figures = String(cents).padStart(DIGITS + 1, "0");
  const at = figures.length - DIGITS;
  return [figures.slice(0, at), figures.slice(at)];
}
