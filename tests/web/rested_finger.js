// A dealer lifts a finger before touching the same place again. Here that time passes for touches alone, at once.

(() => {
  const KEPT = "rested";
  const now = performance.now.bind(performance);
  const stamp = Object.getOwnPropertyDescriptor(Event.prototype, "timeStamp").get;
  let rested = 0;
  try {
    // Pages of one tab share their clock of touches.
    rested = Number(sessionStorage.getItem(KEPT));
  } catch {
    // A page without storage knows of no earlier one.
  }
  const later = () => now() + rested;
  performance.now = later;
  Object.defineProperty(Event.prototype, "timeStamp", {
    get() {
      return stamp.call(this) + rested;
    },
  });

  /** Let a finger rest; says whether it could: not where a test keeps the page's clock itself. */
  window.restFinger = (milliseconds) => {
    if (performance.now !== later) return false;
    rested += milliseconds;
    try {
      sessionStorage.setItem(KEPT, rested);
    } catch {
      // As above.
    }
    delete document.body?.dataset.touched;
    delete document.body?.dataset.acted;
    return true;
  };
})();
