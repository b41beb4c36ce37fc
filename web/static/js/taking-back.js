// Where something stands once what waits is done: each command takes it a step on, and a void a step back.

/** The stand after commands; null where a taking back reaches further than `before`, the stand before `now`. */
export function after(before, now, commands, step) {
  const stood = [now];
  for (const command of commands) {
    if (command.do === "void") {
      stood.pop();
      if (!stood.length) {
        if (!before) return null;
        stood.push(before);
        before = null;
      }
    } else {
      stood.push(step(stood.at(-1), command));
    }
  }
  return stood.at(-1);
}
