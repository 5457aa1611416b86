"""Chunks that are whole or not there, and a manifest that guards its folder."""

import json
from pathlib import Path

import polars as pl
import pytest

from arkadia_sim.errors import RunError, UsageError
from arkadia_sim.plan.designs import Size, paired_section, rotation_section
from arkadia_sim.plan.plan import Plan, RunRequest
from arkadia_sim.results.rows import chunk_rows, player_columns, turn_columns
from arkadia_sim.results.store import RunFolder
from arkadia_sim.runner.parallel import run_plan
from arkadia_sim.runner.progress import Silent
from tests.support.toy_game import GAME, NAME


def plan(seed: int = 3, record: bool = False, games: int = 60) -> Plan:
    section = rotation_section(GAME.setting(2, {}, {}), (0, 1), games, True)
    return Plan(game=NAME, seed=seed, bots=("plain", "clumsy"), sections=(section,), trace=0.5, record=record)


def test_the_data_dictionary_names_the_columns_of_the_files_in_order(tmp_path: Path) -> None:
    manifest = run_plan(RunRequest(plan(), "play"), tmp_path / "run", 1, Silent())
    for table, columns in (("games", player_columns(GAME)), ("turns", turn_columns(GAME))):
        schema = RunFolder(tmp_path / "run").scan(table).collect_schema()
        assert [(column.name, column.dtype) for column in columns] == [
            (name, str(kind).lower()) for name, kind in schema.items()
        ]
        assert [column.name for column in manifest.columns[table]] == list(schema)


def test_a_tree_without_turns_has_their_columns_all_the_same() -> None:
    empty = plan().model_copy(update={"trace": 0.0})
    rows = chunk_rows(GAME, empty, next(empty.chunks()))
    assert (len(rows.turns), rows.turns.columns) == (0, [column.name for column in turn_columns(GAME)])


def test_a_folder_with_something_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("years of work")
    with pytest.raises(UsageError, match="holds no run"):
        run_plan(RunRequest(plan(), "play"), tmp_path, 1, Silent())
    with pytest.raises(UsageError, match="holds no run"):
        run_plan(RunRequest(plan(), "play"), tmp_path / "thesis.tex", 1, Silent())
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.tex"]


def test_a_folder_killed_before_its_first_manifest_is_taken_up(tmp_path: Path) -> None:
    (tmp_path / ".unfinished").mkdir()
    (tmp_path / ".unfinished" / "run-manifest.json-77").write_text("{")
    assert run_plan(RunRequest(plan(), "play"), tmp_path, 1, Silent()).status == "complete"


def test_records_are_joined_in_the_order_of_play(tmp_path: Path) -> None:
    run_plan(RunRequest(plan(record=True, games=600), "play"), tmp_path / "run", 1, Silent())
    folder = RunFolder(tmp_path / "run")
    assert len(folder.chunk_files()) > 1
    folder.join_records(tmp_path / "all.jsonl")
    records = [json.loads(line) for line in (tmp_path / "all.jsonl").read_text().splitlines()]
    games = folder.scan().filter(pl.col("seat") == 0).sort("game").select("bot").collect()
    assert [record["bots"][0] for record in records] == games["bot"].to_list()
    with pytest.raises(RunError, match="cannot be written"):
        folder.join_records(tmp_path / "no" / "all.jsonl")


def test_counts_are_those_of_the_chunks(tmp_path: Path) -> None:
    sections = tuple(paired_section(GAME.setting(n, {}, {}), 0, [(0, 1)], Size(50)) for n in (2, 3))
    plan = Plan(game=NAME, seed=5, bots=("plain", "clumsy"), sections=sections, trace=1.0)
    request = RunRequest(plan, "experiment", None, "x = 1")
    manifest = run_plan(request, tmp_path, 1, Silent())
    games = 50 * 3 + 50 * 4
    assert (manifest.counts.games, manifest.counts.traced_games) == (games, games)
    assert manifest.counts.player_rows == 50 * 3 * 2 + 50 * 4 * 3
    assert manifest.counts.failed == manifest.counts.ends["failed"] == len(manifest.failures) > 0
    assert {failure.bot for failure in manifest.failures} == {"clumsy"}
    assert sum(manifest.counts.ends.values()) == games
    assert (tmp_path / "experiment.toml").read_text() == "x = 1"
