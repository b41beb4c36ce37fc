// What a player will hold once what waits is done, as far as the page can tell.

/** What a command adds to a player's checks, in cents; null where only the book knows. */
function added(command, player) {
  const mine = command.player === player;
  switch (command.do) {
    case "buy_checks":
    case "issue_marker":
    case "take_pledge":
      return mine ? command.amount : 0;
    case "cash_in":
    case "tip":
      return mine ? -command.amount : 0;
    case "redeem_marker":
      return mine && command.with === "checks" ? -command.amount : 0;
    case "lend_stake":
    case "repay_stake": {
      const [from, to] = command.do === "lend_stake" ? [command.lender, command.borrower] : [command.borrower, command.lender];
      return player === from ? -command.amount : player === to ? command.amount : 0;
    }
    case "raise_roll":
    case "raise_dispute":
      return 0;
    default:
      return null;
  }
}

/**
 * A player's checks in cents after commands that wait: what they hold now, or null where that is not to be known. `adds` says
 * what a command of the game adds to a player's checks: a card, a taking back, an order to a bet depend on what lies.
 */
export function holdsAfter(cents, player, commands, adds) {
  let after = cents;
  for (const command of commands) {
    const more = added(command, player) ?? adds?.(command, player) ?? null;
    if (more === null) return null;
    after += more;
  }
  return after;
}
