"""What is drawn: operators, colours, states, and nothing that shines through."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pikepdf import Array, Dictionary, Name, Stream

from tests.support.standards.rules import Given, entries, rule

_OPERATORS = frozenset(
    """
    b B b* B* BDC BMC BT c cm CS cs d Do DP EMC ET f f* G g gs h i j J k K l m M MP n q Q re RG rg ri
    s S SC sc SCN scn sh T* Tc Td TD Tf Tj TJ TL Tm Tr Ts Tw Tz v w W W* y ' "
    """.split()  # noqa: SIM905
)
_FOUR_INKS = {"K", "k"}
_DEEPEST = 28


@rule("PDF/A 6.2.2")
def content_streams(given: Given) -> Iterator[str]:
    """What is drawn uses known operators and its own resources, and saves no state too deep in others."""
    for one in given.drawings:
        if "/Resources" not in one.holder:
            yield "something drawn has no resources of its own"
        depth = deepest = 0
        for instruction in one.instructions:
            depth += (instruction.operator == "q") - (instruction.operator == "Q")
            deepest = max(deepest, depth)
            if instruction.operator not in _OPERATORS:
                yield f"the operator {instruction.operator} is used"
        if deepest > _DEEPEST:
            yield f"states are saved {deepest} deep in each other"
        if depth:
            yield "not every saved state is taken up again"


@rule("PDF/A 6.2.3")
def output_intent(given: Given) -> Iterator[str]:
    """One output intent, with a sound profile of red, green and blue."""
    intents = [one for one in given.catalog.get("/OutputIntents", []) if one.get("/S") == Name.GTS_PDFA1]
    if len(intents) != 1:
        yield f"there are {len(intents)} output intents"
        return
    profile = intents[0].get("/DestOutputProfile")
    if profile is None:
        yield "the output intent has no profile"
        return
    head = profile.read_bytes()[:128]
    kind, space, signature, version = head[12:16], head[16:20], head[36:40], head[8]
    if signature != b"acsp" or kind not in (b"mntr", b"prtr") or version > 4 or (space, profile.N) != (b"RGB ", 3):
        yield "the output intent's profile is not one of red, green and blue"


@rule("PDF/A 6.2.4")
def colours(given: Given) -> Iterator[str]:
    """No colour of which the output intent does not say how it is printed."""
    for one in given.dictionaries:
        for name in ("/ColorSpace", "/CS", "/Alternate"):
            for family in _families(one.get(name)):
                if family in ("/DeviceCMYK", "/DeviceN", "/Separation"):
                    yield f"a colour space is {family}"
    for drawing in given.drawings:
        if _FOUR_INKS & {instruction.operator for instruction in drawing.instructions}:
            yield "a colour of four inks is used"


def _families(space: Any) -> list[str]:
    """The families of the colour spaces that an entry names."""
    if isinstance(space, Dictionary):
        return [family for one in entries(space).values() for family in _families(one)]
    if isinstance(space, Array):
        return [str(space[0])] if len(space) else []
    return [] if space is None else [str(space)]


@rule("PDF/A 6.2.5")
def graphics_states(given: Given) -> Iterator[str]:
    """No transfer function, no halftone."""
    for one in given.dictionaries:
        if {"/TR", "/TR2", "/HTP", "/HTO"} & set(one.keys()):
            yield "a graphics state has a transfer function or a halftone"


@rule("PDF/A 6.2.8 to 6.2.9")
def external_objects(given: Given) -> Iterator[str]:
    """Only forms of this file are drawn from elsewhere: no pictures, no PostScript, no other file."""
    for one in given.objects:
        if not isinstance(one, Stream):
            continue
        if one.get("/Subtype") in (Name.Image, Name.PS):
            yield f"there is an object {one.Subtype}"
        if {"/Ref", "/OPI", "/Subtype2", "/PS"} & set(one.keys()):
            yield "a form refers to another file or to PostScript"


@rule("PDF/A 6.2.10")
def transparency(given: Given) -> Iterator[str]:
    """Nothing is transparent: the standard would allow it, a printer's rip need not like it."""
    for one in given.dictionaries:
        if "/Group" in one or one.get("/SMask", Name("/None")) != Name("/None"):
            yield "there is a transparency group or a soft mask"
        if any(float(one.get(name, 1)) < 1 for name in ("/ca", "/CA")) or one.get("/BM", Name.Normal) != Name.Normal:
            yield "something is transparent"
