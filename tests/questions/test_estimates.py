"""The table of estimates: its schema, and how it is written and read back."""

from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from arkadia_sim.errors import UsageError
from arkadia_sim.questions.estimates import (
    KEYS,
    SCHEMA,
    Row,
    estimates_table,
    read_estimates_csv,
    rows_of,
    write_estimates,
)
from tests.support.findings import row


def test_a_row_and_the_table_have_the_same_columns_and_the_docstring_tells_each() -> None:
    names = [field.name for field in fields(Row)]
    assert names == list(SCHEMA)
    assert dict(estimates_table([]).schema) == SCHEMA
    for name in names:
        assert f"        {name}: " in (Row.__doc__ or ""), f"{name} is not explained"


def test_rows_come_back_as_they_were_from_both_files(tmp_path: Path) -> None:
    rows = [row(contrast="camps", verdict="higher", seat=2, value=0.5), row(contrast="a,b", low=None, high=None)]
    table = estimates_table(rows)
    parquet, csv = write_estimates(table, tmp_path)
    assert rows_of(pl.read_parquet(parquet)) == rows
    read = pl.read_csv(csv, schema=SCHEMA).select("contrast", "n", "mean", "low", "verdict").rows()
    assert read == [("camps", 4000, 14.37, 12.6, "higher"), ("a,b", 4000, 14.37, None, None)]
    first = [file.read_bytes() for file in (parquet, csv)]
    write_estimates(estimates_table(rows), tmp_path)
    assert [file.read_bytes() for file in (parquet, csv)] == first
    assert sorted(file.name for file in tmp_path.iterdir()) == ["estimates.csv", "estimates.parquet"]


def test_bots_from_files_are_named_without_their_folder() -> None:
    far = "/far/away/mine.toml:mine"
    rows = [row(bot=far, baseline=far, contrast=far, kind="meeting"), row(contrast="seals_sold/sales", kind="habit")]
    named = estimates_table(rows).select("bot", "baseline", "contrast").rows()
    assert named == [("mine.toml:mine",) * 3, ("", "", "seals_sold/sales")]


def test_an_estimate_that_never_varied_has_no_interval_of_no_width() -> None:
    same = [row(mean=-25.0, low=-25.0, high=-25.0, se=0.0), row(mean=1.0, low=1.0, high=1.0 + 1e-12, se=0.0, seat=2)]
    median = row(mean=1.0, low=1.0, high=1.0, se=None, seat=3, note="median and middle half")
    rows = rows_of(estimates_table([*same, median, row(seat=4)]))
    assert [(row.low, row.high, row.note) for row in rows[:2]] == [(None, None, "the same in all deals played")] * 2
    assert (rows[2].low, rows[3].low) == (1.0, 12.6)


def test_what_never_differed_is_equivalent_only_within_a_tolerance() -> None:
    table = estimates_table([row(verdict="equivalent", tolerance=1.0, mean=0.0)])
    untested = estimates_table([row(verdict="equivalent", tolerance=None, mean=0.0)])
    assert (table["verdict"][0], untested["verdict"][0]) == ("equivalent", None)


@pytest.mark.parametrize("key", KEYS)
def test_every_key_column_tells_rows_apart(key: str) -> None:
    other: dict[str, Any] = {key: 3 if SCHEMA[key] != pl.String else "another"}
    one = row()
    assert estimates_table([one, replace(one, **other)]).height == 2


def test_two_rows_of_the_same_and_odd_verdicts_are_refused() -> None:
    with pytest.raises(ValueError, match="two estimates of the same"):
        estimates_table([row(mean=1.0), row(mean=2.0)])
    with pytest.raises(ValueError, match="no verdicts: helps"):
        estimates_table([row(verdict="helps")])


def test_a_table_of_another_version_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "estimates.csv"
    with pytest.raises(UsageError, match=r"estimates\.csv cannot be read as a table of estimates"):
        read_estimates_csv(file)
    estimates_table([row()]).drop("note").write_csv(file)
    with pytest.raises(UsageError, match=r"estimates\.csv cannot be read as a table of estimates"):
        read_estimates_csv(file)


def test_what_is_not_finite_is_null() -> None:
    table = estimates_table([row(se=float("inf"), low=float("-inf"), high=float("nan"))])
    assert table.select("se", "low", "high").row(0) == (None, None, None)
