"""What random nights reach: `python -m tests.oracle.reach [NIGHTS]` prints how often each thing happens."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable
from typing import Any

from tests.oracle.random_fan_tan import random_fan_tan_night, random_night_of_both
from tests.oracle.script_player import Interpreter
from tests.oracle.state import Night


def tally(scripts: Iterable[list[dict[str, Any]]]) -> Counter[str]:
    """Count what happens in nights: hands won and dead, penalties, refusals by command and code."""
    counts: Counter[str] = Counter()
    for script in scripts:
        interpreter = Interpreter()
        for number, line in enumerate(script, start=1):
            before = interpreter.night
            in_hand = before is not None and before.hand is not None
            code = interpreter.carry_out(line, number)
            if code is not None:
                counts[f"{line['do']}: {code}"] += 1
                continue
            assert interpreter.night is not None
            counts[f"{line['do']} in mid-hand" if in_hand else line["do"]] += 1
            if line["do"] == "lay" and len(line.get("cards", [])) > 1:
                suits = {card[-1] for card in line["cards"]}
                counts["several cards of a suit at once" if len(suits) == 1 else "several openers at once"] += 1
        assert interpreter.night is not None
        counts.update(settled(interpreter.night))
        counts["lines"] += len(script)
        counts["nights"] += 1
    return counts


def settled(night: Night) -> Counter[str]:
    """Count what the rows of a night say; a closed night must have lost no money."""
    counts: Counter[str] = Counter()
    house = night.fan_tan_house
    assert house is not None
    for row in night.hand_rows:
        counts["hands won" if row["winner"] else "dead hands"] += 1
        for wrong in row["wrong_passes"]:
            counts["wrong passes"] += 1
            counts["wrong passes in dead hands"] += row["winner"] is None
            counts["penalties taken"] += wrong["taken"]
            counts["penalties with gifts taken"] += wrong["taken"] and wrong["penalty"] > house.wrong_pass
    if night.closed:
        result = Interpreter()
        result.night = night
        players, bank = result.result()["players"], result.result()["bank"]
        lines = [player["net"] for player in players.values()]
        lines += [bank[line] for line in ("play", "sleepers", "after_hock", "tokes")]
        assert sum(lines) == 0
        counts["closed, with no cent lost"] += 1
    return counts


if __name__ == "__main__":
    nights = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    for name, generator in (("Fan-Tan", random_fan_tan_night), ("both games", random_night_of_both)):
        print(f"\n{name}")
        for what, times in sorted(tally(generator(seed) for seed in range(nights)).items()):
            print(f"{times:8} {what}")
