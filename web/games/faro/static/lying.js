// The bets on a spot as they will lie once what waits is done: a second touch there presses the first.

/** What lies on a spot: each bet with its player, its copper and its paroli. */
export function lyingOn(spot, entries) {
  let lying = JSON.parse(document.getElementById(`spot-${spot}`).dataset.bets ?? "[]").map((one) => ({ ...one, spot }));
  for (const entry of entries) {
    const { command } = entry;
    const bet = lying.find((one) => one.bet === command.bet);
    if (command.do === "place_bet") {
      const { player, coppered = false, paroli = false } = command;
      lying.push({ bet: command.bet, player, coppered, paroli, spot: entry.spot });
    } else if (command.do === "take_down_bet") {
      lying = lying.filter((one) => one !== bet);
    } else if (command.do === "take_down_all") {
      lying = lying.filter((one) => one.player !== command.player);
    } else if (command.do === "move_bet" && bet) {
      bet.spot = entry.spot;
    } else if (bet && command.do === "copper_bet") {
      bet.coppered = true;
    } else if (bet && command.do === "uncopper_bet") {
      bet.coppered = false;
    } else if (MAKES_UNSURE.has(command.do)) {
      // Whether any of it still lies after this, only the book knows: what is touched next is a bet of its own.
      lying = [];
    }
  }
  return lying.filter((one) => one.spot === spot);
}

const MAKES_UNSURE = new Set(["draw_loser", "draw_winner", "expose_hock", "end_deal", "void_deal", "void", "same_again"]);
