"""Documents: claims that are tested, figures that have a source, names that are known."""

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from arkadia_sim.errors import UsageError
from arkadia_sim.questions.estimates import Row, estimates_table
from arkadia_sim.questions.results import Findings
from arkadia_sim.report.document import _Builder, build, check, write_page
from tests.support import findings as made
from tests.support.findings import on_boards, row, run, seat

END = "\n\n{{ bots() }}\n\n{{ setting() }}\n"
ROWS = [seat(1, 2, "higher"), seat(1, 4, "equivalent"), seat(4, 4, "lower"), seat(2, 4, "inconclusive")]
CANNOT_TELL = [
    "We could not\n tell.", "You can't tell.", "It is unclear.", "We do not know.", "It could not be settled yet."
]  # fmt: skip


class Writer:
    """Writes documents into a folder and makes their pages."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "toy.md"

    def findings(self, text: str, rows: Sequence[Row] = ROWS, **given: Any) -> Findings:
        self.file.write_text(text, encoding="utf-8")
        return made.findings(list(rows), self.file, **given)

    def page(self, body: str, rows: Sequence[Row] = ROWS, **given: Any) -> str:
        """The page of a document with this body, without its pictures."""
        html = build(self.findings(f"# Answer\n\n{body}{END}", rows, **given)).html
        return re.sub(r"<svg.*?</svg>", "SVG", html[html.index("<main>") :], flags=re.DOTALL)

    def fault(self, body: str, rows: Sequence[Row] = ROWS, **given: Any) -> str:
        """Why a document with this body fails; its first line is the third of the file."""
        with pytest.raises(UsageError) as error:
            build(self.findings(f"# Answer\n\n{body}{END}", rows, **given))
        return str(error.value).removeprefix(str(self.file))


@pytest.fixture
def write(tmp_path: Path) -> Writer:
    return Writer(tmp_path)


@pytest.mark.parametrize(
    ("claim", "holds"),
    [
        ("seat(1, players=2) > 0", True),
        ("seat(1, players=2) ~ 0", False),
        ("0 < seat(1, players=2)", True),
        ("seat(1, players=4) ~ 0", True),
        ("seat(1, players=4) > 0", False),
        ("seat(2, players=4) > 0 or seat(2, players=4) < 0 or seat(2, players=4) ~ 0", False),
        ("not seat(2, players=4) > 0", True),
        ("seat(1, players=2) > 0 and seat(1, players=4) ~ 0", True),
        ("seat(1, players=2) > 0 and seat(2, players=4) > 0", False),
        ('estimates("advantage", players=[2]) > 0', True),
        ('estimates("advantage", players=4) > 0', False),
    ],
)
def test_a_claim_asks_the_verdict(write: Writer, claim: str, holds: bool) -> None:
    body = f"{{% claim {claim} %}}\nIt holds.\n{{% otherwise %}}\nIt does not: {{{{ failed() }}}}\n{{% endclaim %}}"
    page = write.page(body)
    assert ("It holds." in page, "It does not: " in page) == (holds, not holds)


@pytest.mark.parametrize(
    ("claim", "printed"),
    [
        ("seat(2, players=4) > 0", "could not tell"),
        ("seat(2, players=4) > seat(2, players=2)", "could not tell"),
        ("seat(1, players=2) < 0", "fails"),
        ("seat(1, players=2) > 0 and seat(2, players=4) > 0", "fails"),
        ("seat(4, players=4) > 0 or seat(2, players=4) > 0", "fails"),
        ('estimates("advantage", players=4) > 0', "fails"),
        ('estimates("advantage", players=2) > 0', "holds"),
    ],
)
def test_that_we_could_not_tell_is_said_only_where_all_estimates_are_inconclusive(
    write: Writer, claim: str, printed: str
) -> None:
    """A joint claim can fail although one of its parts, or each of them, is clear."""
    body = f"{{% claim {claim} %}}\nIt holds.\n{{% unclear %}}\nWe could not tell.\n{{% otherwise %}}\nIt fails: "
    rows = ROWS if "players=2) > 0" in claim and "est" in claim else [*ROWS, seat(2, 2, "inconclusive")]
    page = write.page(body + "{{ failed() }}\n{% endclaim %}", rows)
    assert re.findall("holds|could not tell|fails", page) == [printed]


@pytest.mark.parametrize(
    ("claim", "failed"),
    [
        ('estimates("advantage", players=4) > 0', ["seat 1", "seat 4", "seat 2"]),
        ("seat(1, players=2) > 0 and seat(2, players=4) > 0", ["seat 2"]),
        ("seat(1, players=2) > 0 and (seat(4, players=4) > 0 or seat(2, players=4) < 0)", ["seat 4", "seat 2"]),
        ("not seat(1, players=2) > 0", ["seat 1"]),
    ],
)
def test_a_claim_about_several_estimates_that_fails_says_which_of_them(
    write: Writer, claim: str, failed: list[str]
) -> None:
    """A part that holds is not named. One estimate needs no naming, and a title stays short."""
    block = f"{{% claim {claim} %}}\nYes.\n{{% otherwise %}}\nNot so: WHAT.\n{{% endclaim %}}"
    page = write.page(block.replace("WHAT", "{{ failed() }}"))
    said = re.search(r"Not so: (.*)\.", page)[1]  # type: ignore[index]
    assert re.findall(r"seat \d", said) == failed
    assert ("seat 2, 4 players, wins: inconclusive" in said) == ("seat 2" in failed)
    if len(failed) > 1 or "and" in claim:
        assert "is about several estimates: say under {% otherwise %} which of them failed" in write.fault(block)
    else:
        assert "Not so: WHAT." in write.page(block)
    assert write.page(block.replace("\nNot so: WHAT.", ""))
    title = f"# {{% claim {claim} %}}Yes{{% otherwise %}}Or not?{{% endclaim %}}"
    assert build(write.findings(title + END)).title == "Or not?"


@pytest.mark.parametrize(
    "words",
    [
        "Every player\n gains.", "It is never wrong.", "They win ten points more\noften.", "**The best** way.",
        "Two of the changes help.", "Three of seven help.", "Seals are dearer than workers.", "They win twice.",
        "They win a third as often.", "It wins most games.", "It makes no difference.", "No single change helps.",
        "Where you sit does not matter.", "They build as many as experts. Why?",
        "These are strong players.", "Games are closer.", "Camps bring the largest gain.",
    ],
)  # fmt: skip
def test_words_that_claim_something_stand_in_a_claim(write: Writer, words: str) -> None:
    claim = "{% claim seat(1, players=4) ~ 0 %}"
    assert re.match(
        r", line [34]: '.+' states a finding that nothing tests: say it in a {% claim %}", write.fault(words)
    )
    assert "states a finding" in write.fault(f"{claim}\nYes.\n{{% otherwise %}}\n{words}\n{{% endclaim %}}")
    assert write.page(f"{claim}\n{words}\n{{% endclaim %}}")
    assert write.page(f"{{% definition %}}\n{words}\n{{% enddefinition %}}")


def test_words_that_claim_something_are_found_wherever_a_reader_reads_them(write: Writer) -> None:
    for text in (
        '{{ figure("seats", caption="Every seat") }}',
        "{{ figure('seats', caption='Every seat') }}",
        '{% details "Every seat" %}\nx\n{% enddetails %}',
        '{{ "Every seat" if true }}',
    ):
        assert write.fault(f"Text.\n\n{text}").startswith(", line 5: 'Every' states a finding")
    for text in (f"# Every seat gains{END}", f"---\ntitle: Every seat gains\n---\n# Answer{END}"):
        with pytest.raises(UsageError, match="'Every'.* states a finding"):
            build(write.findings(text))


def test_no_difference_takes_a_claim_of_equivalence(write: Writer) -> None:
    body = "{% claim seat(1, players=2) > 0 %}\nIt makes no difference.\n{% endclaim %}"
    assert "line 4: 'no difference' under a claim takes a claim of equivalence" in write.fault(body)
    body = "{% claim seat(1, players=4) > 0 %}\nx\n{% otherwise %}\nNo {{ failed() }}, no effect.\n{% endclaim %}"
    assert "line 6: 'no effect' under {% otherwise %} takes a claim of equivalence" in write.fault(body)
    assert write.page("{% claim seat(1, players=4) ~ 0 %}\nIt makes no difference.\n{% endclaim %}")


def test_a_definition_prints_no_number(write: Writer) -> None:
    body = "{% definition %}\nEvery {{ seat(1, players=2)|points }}.\n{% enddefinition %}"
    assert "line 4: a definition prints no number" in write.fault(body)


@pytest.mark.parametrize("words", CANNOT_TELL)
def test_words_of_not_knowing_stand_under_unclear_alone(write: Writer, words: str) -> None:
    claim = "{% claim seat(1, players=2) > 0 %}"
    for body in (f"{claim}\nYes.\n{{% otherwise %}}\n{words}", f"{claim}\nYes, but:\n{words}\n{{% otherwise %}}"):
        assert re.match(r", line [56]: .+ under .+ can be false", write.fault(body + "{% endclaim %}")), body
    assert write.page(f"{claim}\nYes.\n{{% unclear %}}\n{words}\n{{% otherwise %}}\nNo.\n{{% endclaim %}}")


def test_no_branch_and_no_otherwise_fails_with_line_claim_estimate_and_verdict(write: Writer) -> None:
    body = "{% claim seat(2, players=4) > 0 %}\nYes.\n{% claim seat(1,  players=4) < 0 %}\nNo.\n{% endclaim %}"
    assert write.fault(body).splitlines() == [
        ": no claim of this block holds, and it has no {% otherwise %}:",
        "line 3: this claim does not hold: advantage, seat 2, 4 players, wins: inconclusive",
        "line 5: this claim does not hold: advantage, seat 1, 4 players, wins: no difference that matters",
    ]


def test_claims_in_a_loop_are_tested_each_time(write: Writer) -> None:
    body = (
        '{% for one in estimates("advantage") %}\n'
        "- {{ one.seat }}: {% claim one > 0 %}up{% claim one < 0 %}down{% otherwise %}open{% endclaim %}\n{% endfor %}"
    )
    assert re.findall("(?:up|down|open)", write.page(body)) == ["up", "open", "down", "open"]
    rows = [replace(seat(1, 2, "inconclusive"), mean=40.0, low=1.0, high=79.0)]
    assert re.findall("(?:up|down|open)", write.page(body, rows)) == ["open"]  # the value makes no claim true


def test_an_untested_estimate_carries_no_claim(write: Writer) -> None:
    rows = [row("mean", outcome="turns", unit="turns", test="")]
    assert "never tested" in write.fault('{% claim mean("turns") > 0 %}x{% otherwise %}y{% endclaim %}', rows)
    rows = [row(contrast="camps", verdict=None, note="the bots never did this", test="")]
    body = '{% claim effect("camps") > 0 %}\nx\n{% endclaim %}'
    assert "wins: the bots never did this" in write.fault(body, rows)


@pytest.mark.parametrize(
    ("claim", "message"),
    [
        ("seat(1, players=2)", "line 3: this claim is not understood"),
        ("seat(1, players=2) > 5", "line 3: an estimate is compared with 0 or another estimate, not 5"),
        ("seat(1, players=2) ~ seat(1, players=4)", "takes an estimate of their difference"),
        ("seat(1, playrs=2) > 0", "line 3: unknown column of the estimates 'playrs'; did you mean 'players'?"),
        ("seat(1, players=3) > 0", "unknown players of advantage (seat=1) '3' (allowed: 2, 4)"),
        ("set(1, players=2) > 0", "line 3: unknown name 'set'; did you mean 'seat'?"),
        ("seat(1) > 0", "line 3: advantage(seat=1) fits 2 estimates: name players (2, 4)"),
        ('estimate("advantag") > 0', "unknown kind of estimate 'advantag'; did you mean 'advantage'?"),
    ],
)  # fmt: skip
def test_what_a_claim_cannot_say_is_told_with_what_is_allowed(write: Writer, claim: str, message: str) -> None:
    assert message in write.fault(f"{{% claim {claim} %}}\nYes.\n{{% otherwise %}}\nNo.\n{{% endclaim %}}")


def test_a_branch_that_is_not_printed_is_checked_too(write: Writer) -> None:
    body = "{% claim seat(1, players=2) > 0 %}\nYes.\n{% otherwise %}\n{{ seat(9)|points }}\n{% endclaim %}"
    assert "line 6: unknown seat" in write.fault(body)


def compared(write: Writer, rows: Sequence[Row], more: str = "", **given: Any) -> bool:
    body = "{% claim seat(1, players=2) > seat(1, players=4) %}\nMore.\n{% otherwise %}\nOpen.\n{% endclaim %}"
    return "More." in write.page(body + more, rows, **given)


def test_independent_estimates_are_compared_by_a_z_test(write: Writer) -> None:
    two, four = seat(1, 2, "higher"), seat(1, 4, "higher")
    assert compared(write, [replace(two, mean=2.5, se=1.0), replace(four, mean=-0.5, se=1.0)])
    assert not compared(write, [replace(two, mean=2.5, se=1.0), replace(four, mean=0.0, se=1.0)])
    assert not compared(write, [replace(two, mean=-2.5, se=1.0), replace(four, mean=0.5, se=1.0)])


def test_comparisons_are_corrected_for_their_number_printed_or_not(write: Writer) -> None:
    """z = 2.12 alone is significant (p = 0.034); beside another comparison it is not, wherever that stands."""
    rows = [replace(seat(1, 2, "higher"), mean=3.0, se=1.0), replace(seat(1, 4, "higher"), mean=0.0, se=1.0)]
    rows += [replace(seat(2, 2, "lower"), mean=0.0, se=1.0), replace(seat(2, 4, "lower"), mean=0.0, se=1.0)]
    again = "\n\n{% claim seat(1, players=4) < seat(1, players=2) %}{% otherwise %}{% endclaim %}"
    other = "{% claim seat(2, players=2) > seat(2, players=4) %}{% otherwise %}{% endclaim %}"
    hidden = f"\n\n{{% claim seat(1, players=2) > 0 %}}{{% otherwise %}}\n{other}\n{{% endclaim %}}"
    assert compared(write, rows)
    assert compared(write, rows, again), "the same comparison counts once"
    assert not compared(write, rows, f"\n\n{other}")
    assert not compared(write, rows, hidden)
    assert not compared(write, rows, runs={"toy": run(stood=(1000,))}), "a run that was looked at before has its level"


def test_estimates_that_share_deals_are_not_compared(write: Writer) -> None:
    body = "{% claim seat(1, players=4) > seat(2, players=4) %}\nMore.\n{% otherwise %}\n{% endclaim %}"
    assert "share deals, so they cannot be compared as independent; the table has no such" in write.fault(body)
    rows = [
        row("mean", outcome="margin", setting="new", mean=9.0),
        row("mean", outcome="margin", setting="old", mean=8.0),
        row("difference", outcome="margin", setting="new", baseline="old", verdict="higher"),
    ]
    body = (
        '{% claim mean("margin", setting="new") > mean("margin", setting="old") %}\nx\n{% otherwise %}\n{% endclaim %}'
    )
    assert "difference(part='toy', players=2, setting='new', baseline='old', outcome='margin') answers that" in (
        write.fault(body, rows)
    )


def test_another_seed_makes_estimates_independent(write: Writer) -> None:
    rows = [seat(1, 2, "higher"), replace(seat(1, 2, "equivalent"), part="other")]
    body = '{% claim seat(1, part="toy") > seat(1, part="other") %}\nMore.\n{% otherwise %}\n{% endclaim %}'
    runs = {"toy": run(seed=5), "other": run("other", seed=6)}
    assert "More." in write.page(body, rows, runs=runs)
    assert "share deals" in write.fault(body, rows, runs=runs | {"other": run("other", seed=5)})
    same_boards = {"toy": on_boards(1, 200, seed=5), "other": on_boards(200, 300, name="other", seed=6)}
    assert "share deals" in write.fault(body, rows, runs=same_boards)
    other_boards = same_boards | {"other": on_boards(201, 300, name="other", seed=6)}
    assert "More." in write.page(body, rows, runs=other_boards)


def test_a_loss_in_a_branch_for_losses_fails_nothing_where_there_is_none(write: Writer) -> None:
    body = "{% claim seat(SEAT) < 0 %}It costs {{ seat(SEAT)|loss }}.{% otherwise %}It costs no points.{% endclaim %}"
    rows = [seat(1, 4, "higher"), seat(4, 4, "lower")]
    assert "It costs no points." in write.page(body.replace("SEAT", "1"), rows)
    assert re.search("It costs <span[^>]*>6 points</span>.", write.page(body.replace("SEAT", "4"), rows))
    assert "line 3: |loss shows an estimate below 0" in write.fault("It costs {{ seat(1)|loss }}.", rows)


def test_nothing_depends_on_the_value_of_an_estimate(write: Writer) -> None:
    for text in (
        "{% if seat(1, players=2).mean > 5 %}x{% endif %}",
        "{{ 'a' if seat(1, players=2).low > 0 else 'b' }}",
        "{% if estimates('advantage')|selectattr('low', '>', 0)|list %}x{% endif %}",
    ):
        assert "line 3: nothing depends on" in write.fault(text)


@pytest.mark.parametrize(
    "prose",
    [
        "Going first wins 14 points.",
        "A {{ seat(1, players=2)|points }} or 3 more.",
        "**4 players**",
        "half: ½",
        "| a | b |\n|---|---|\n| x | 7 |",
        "[14 points](https://example.org)",
        "x&#49;x",
        '{{ "14 points" }}',
        "{{ 'so' if games() else 'and 14' }}",
    ],
)
def test_a_loose_figure_fails_with_its_line(write: Writer, prose: str) -> None:
    message = write.fault(f"A first line.\n\n{prose}")
    line = int(re.match(r", line (\d+):", message)[1])  # type: ignore[index]
    assert "without an estimate" in message
    assert re.search(r"[0-9½]", f"# Answer\n\nA first line.\n\n{prose}".splitlines()[line - 1])


def test_html_and_pictures_come_from_our_functions_alone(write: Writer) -> None:
    assert "line 3: HTML in" in write.fault("A <b>bold</b> word.")
    assert "line 3: a picture from elsewhere" in write.fault("![x](https://example.org/x.png)")
    rows = [row(contrast="<script>alert(1)</script>*", verdict="higher")]
    page = write.page('{% for one in estimates("effect") %}{{ one.contrast }}{% endfor %}', rows)
    assert "<p>&lt;script&gt;alert(1)&lt;/script&gt;*</p>" in page
    assert "expert&lt;1&gt;" in page and "<1>" not in page


def test_the_title_is_the_first_heading_and_may_be_claimed(write: Writer) -> None:
    head = "# {% claim seat(1, players=2) > 0 %}Go first & win *more*{% otherwise %}No seat helps{% endclaim %}"
    page = build(write.findings(head + END))
    assert page.title == "Go first & win more"
    assert "<h1>Go first &amp; win <em>more</em></h1>" in page.html
    assert "<title>Go first &amp; win more</title>" in page.html
    assert build(write.findings(f"---\ntitle: 'Short'\n---\n{head}{END}")).title == "Short"
    for text in ("No heading.", "## Too small", ""):
        with pytest.raises(UsageError, match="begins with its answer as a heading"):
            build(write.findings(text + END))


def test_front_matter_names_the_picture_and_keeps_lines_in_place(write: Writer) -> None:
    page = build(write.findings(f"---\nhero: seats\n---\n# Answer\n\nText.{END}"))
    assert page.hero in page.html and page.hero.startswith("<svg")
    twice = build(write.findings(f"---\nhero: seats\n---\n# Answer\n\n{{{{ figure('seats') }}}}{END}"))
    assert twice.html.count("<svg") == 1, "a document that shows its picture itself has it once"
    for front, message in (
        ("hero: seat", "unknown figure 'seat'; did you mean 'seats'?"),
        ("title: 14 points", "a figure without an estimate"),
        ("hero: seats\n---\n# Answer\n\n14", "line 6: a figure"),
    ):
        with pytest.raises(UsageError, match=re.escape(message)):
            build(write.findings(f"---\n{front}\n---\n# Answer{END}"))


def test_a_page_that_names_no_bots_or_circumstances_fails(write: Writer) -> None:
    for text in ("{{ bots() }}", "{{ setting() }}"):
        with pytest.raises(UsageError, match="does not say who played or under which rules"):
            build(write.findings(f"# Answer\n\n{text}"))
    hidden = "{% claim seat(1, players=2) < 0 %}\n{{ bots() }}{{ setting() }}\n{% otherwise %}\nNo.\n{% endclaim %}"
    with pytest.raises(UsageError, match=re.escape("add {{ bots() }} and {{ setting() }}")):
        build(write.findings(f"# Answer\n\n{hidden}"))


def test_a_name_that_fits_nothing_is_told_with_the_nearest(write: Writer) -> None:
    rows = [row(contrast="camps")]
    for text, message in (
        ('{{ effect("camp") }}', "line 3: unknown contrast of effect 'camp'; did you mean 'camps'?"),
        ("{{ effect('camps')|point }}", "line 3: unknown filter 'point'; did you mean 'points'?"),
        ("{{ effect('camps')|percent }}", "line 3: |percent does not fit an estimate in 'points': use |amount"),
        ("{% if effect('camps') > 0 %}x{% endif %}", "estimates are compared in {% claim %}"),
        ("{{ table('effect', columns=['contrst']) }}", "unknown column of a table 'contrst'; did you mean 'contrast'?"),
        (
            "{% claim effect('camps') > 0 %}\n{% claim effect('camps') < 0 %}\n{% endclaim %}\n{% endclaim %}",
            "line 6: no claim is open here: claims do not nest",
        ),
    ):
        assert message in write.fault(text, rows)


def test_a_table_shows_numbers_with_intervals(write: Writer) -> None:
    columns = '{"seat": "Seat", "estimate": "Wins above a fair share"}'
    page = write.page(
        f'{{{{ table("advantage", columns={columns}, where={{"players": 2}}, caption="By seat") }}}}', ROWS
    )
    assert '<div class="scroll"><table' in page and "<caption>By seat</caption>" in page
    assert '<th class="n">Wins above a fair share</th>' in page
    assert '<td class="n">6.0<br><small>4.5 to 7.5</small></td>' in page
    usual = write.page('{{ table("advantage") }}')
    assert "estimate, points (95% CI)" in usual and "no difference that matters" in usual


def test_the_same_input_gives_the_same_bytes_and_a_check_draws_nothing(write: Writer, tmp_path: Path) -> None:
    text = f"---\nhero: seats\n---\n# Answer\n\n{{{{ figure('overview', caption='A & B') }}}}{END}"
    found = write.findings(text)
    pages = [build(found), build(write.findings(text))]
    assert pages[0] == pages[1]
    assert 'aria-label="A &amp; B"' in pages[0].html
    assert not re.search(r'(?:src|href)="(?!#)', pages[0].html), "a page needs no other file"
    assert write_page(pages[0], tmp_path).read_text() == pages[0].html
    assert (tmp_path / "hero.svg").exists() is bool(pages[0].hero)

    def never() -> Any:
        raise AssertionError("a check draws nothing")

    check(replace(found, figures=dict.fromkeys(found.figures, never)))
    with pytest.raises(UsageError, match="inconclusive"):
        check(write.findings("# A\n\n{% claim seat(2) > 0 %}x{% endclaim %}"))


@pytest.mark.parametrize("document", sorted(Path("experiments").glob("*.md")), ids=lambda path: path.stem)
def test_every_shipped_document_calls_what_there_is(document: Path) -> None:
    """Some studies are too long to be played in a test: a name that is not known is found without."""
    nothing = Findings("none", "", "", Path(), estimates_table([]), {}, {}, document)
    _Builder(nothing, document, None, draw=False)._template()
