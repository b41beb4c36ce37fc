"""A toy's command is put right by what its schema leaves to choose."""

from __future__ import annotations

from tests.support.house import Client, House


def test_a_stake_can_lie_on_the_other_side_or_be_another_player_s(
    client: Client, house: House, played: dict[str, str]
) -> None:
    path = f"/nights/{played['high_low']}/correct?bet=3-red"
    page = client.get(path).get_data(as_text=True)
    for offered in ("a.side=low", "a.player=blue", "strike=yes"):
        assert offered in page
    assert "Nobody gets or gives a cent" in client.get(f"{path}&a.side=low").get_data(as_text=True)
