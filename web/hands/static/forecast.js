// Runs forecasts: how a command changes the position of a table, as data. Python's `dealer/game/forecast.py` is the same, and
// a test holds both to what the rules decide.

/** Whether two values are the same: lists and mappings by what they hold. */
const isSame = (left, right) => left === right || (typeof left === "object" && JSON.stringify(left) === JSON.stringify(right));
const holds = (values, value) => values.some((other) => isSame(other, value));
/** Whether a condition holds: 0, "", null, and an empty list or mapping do not. */
const isTrue = (value) => Boolean(value && typeof value === "object" ? Object.keys(value).length : value);

const OPERATIONS = {
  equal: isSame,
  more: (left, right) => left > right,
  plus: (left, right) => left + right,
  minus: (left, right) => left - right,
  size: (values) => values.length,
  items: (...values) => values,
  joined: (...lists) => lists.flat(),
  without: (values, others) =>
    Array.isArray(values)
      ? values.filter((value) => !holds(others, value))
      : Object.fromEntries(Object.entries(values).filter(([key]) => !others.includes(key))),
  within: (values, others) => values.filter((value) => holds(others, value)),
  first: (number, values) => values.slice(0, number),
  backwards: (values) => [...values].reverse(),
  nth: (place, values) => values?.[place] ?? null,
  left_of: (player, players) => [...players.slice(players.indexOf(player) + 1), ...players.slice(0, players.indexOf(player) + 1)],
  put: (mapping, key, value) => ({ ...mapping, [key]: value }),
  under: (keys, mapping) => keys.flatMap((key) => mapping[key] ?? []),
  keys: (mapping) => Object.keys(mapping),
  matching: (field, value, mapping) => Object.keys(mapping).filter((key) => isSame(mapping[key][field], value)),
  paired: (keys, values) => Object.fromEntries(keys.map((key, place) => [key, values[place]])),
  most: (mapping) => (isTrue(mapping) ? Math.max(...Object.values(mapping)) : 0),
};

/** The value of an expression: a literal, or a list of an operation and its operands. */
export function valueOf(expression, position, args = {}) {
  if (!Array.isArray(expression)) return expression;
  const [operation, ...operands] = expression;
  if (operation === "the") return position[operands[0]];
  if (operation === "argument") return args[operands[0]] ?? null;
  if (operation === "either") {
    const [condition, then, otherwise] = operands;
    return valueOf(isTrue(valueOf(condition, position, args)) ? then : otherwise, position, args);
  }
  return OPERATIONS[operation](...operands.map((operand) => valueOf(operand, position, args)));
}

/** The position after a command, by the forecast of its word; unchanged by a word that has none. */
export function positionAfter(position, command, forecasts) {
  const after = { ...position };
  for (const [name, expression] of Object.entries(forecasts[command.do]?.then ?? {})) after[name] = valueOf(expression, after, command);
  return after;
}

const isExpression = (value) => Array.isArray(value) && (value[0] in OPERATIONS || ["the", "argument", "either"].includes(value[0]));

/** What an argument can be at a position, where these other arguments are entered: its expressions have their values. */
export const argumentAt = (argument, position, args) =>
  Object.fromEntries(Object.entries(argument).map(([name, value]) => [name, isExpression(value) ? (valueOf(value, position, args) ?? []) : value]));
