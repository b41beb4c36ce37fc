"""What a listener is told: nothing that they know, and every message as the standard has it."""

from __future__ import annotations

from web.live.channels import BEAT, CROWDED, Listener, Message


def test_a_message_is_written_as_the_standard_has_it() -> None:
    assert str(Message(version=7, data="a\n\nb")) == "id: 7\ndata: a\ndata: \ndata: b\n\n"
    assert str(Message(version=7, data="7", event="moved")) == "id: 7\nevent: moved\ndata: 7\n\n"
    assert CROWDED.endswith("\n\n")


def test_a_listener_is_told_no_more_than_they_do_not_know() -> None:
    listener = Listener(seen=3)
    assert listener.told(Message(version=3, data="x")) == BEAT
    assert listener.told(Message(version=4, data="x")) == f"id: 4\n{BEAT}"
    assert listener.told(Message(version=5, data="y")) == "id: 5\ndata: y\n\n"
    assert listener.told(Message(version=5, data="y")) == BEAT
    assert listener.told(Message(version=4, data="z")) == "id: 4\ndata: z\n\n"


def test_an_event_is_told_each_time_the_night_moves_on() -> None:
    listener = Listener(seen=-1)
    told = [listener.told(Message(version=version, data="same", event="moved")) for version in (1, 2)]
    assert told == ["id: 1\nevent: moved\ndata: same\n\n", "id: 2\nevent: moved\ndata: same\n\n"]
