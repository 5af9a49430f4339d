"""Levels for programs: pages by cursor, all that is known of one, its relatives and its like."""

import json
from typing import get_type_hints

import pytest
from fastapi.testclient import TestClient

from service.levels.json_objects import KEYS, level_object
from service.web.levels.models import LevelFigures
from service.web.routes.levels_api import StoredLevel
from service.web.sessions.models import PoolLevelResponse
from storage.curation import CurationRow
from storage.database import Database
from storage.level_filter import LevelFilter
from storage.lineage import ancestry
from storage.queries import best_levels
from storage.summaries import LevelSummary


@pytest.fixture
def database(url: str):
    with Database.open_readonly(url) as database:
        yield database


def test_cursors_lead_through_all_levels_that_a_search_wants(client: TestClient, database: Database) -> None:
    wanted = LevelFilter(depth_min=15, proven=True)
    expected = [row.id for row in best_levels(database, wanted, "-branching", None)]
    found, after = [], ""
    while after is not None:
        query = f"depth_min=15&proven=true&order=-branching&limit=40&after={after}"
        page = client.get(f"/api/levels?{query}").json()
        found += [level["id"] for level in page["levels"]]
        after = page["next"]
    assert found == expected


def test_a_level_is_the_object_that_the_command_line_prints(client: TestClient, database: Database) -> None:
    row = best_levels(database, limit=1)[0]
    assert tuple(StoredLevel.model_json_schema(mode="serialization")["properties"]) == KEYS
    assert client.get(f"/api/levels/{row.id}").json() == json.loads(json.dumps(level_object(row, CurationRow(row.id))))


def test_the_figures_of_a_level_are_those_of_its_summary() -> None:
    known = get_type_hints(LevelSummary)
    figures = {name: field.annotation for name, field in LevelFigures.model_fields.items()}
    assert figures == {name: known[name] for name in figures}
    assert figures.keys() < PoolLevelResponse.model_fields.keys()


def test_the_lineage_is_the_line_of_best_parents_with_its_children(client: TestClient, database: Database) -> None:
    row = next(row for row in best_levels(database, limit=None) if row.parents)
    said = client.get(f"/api/levels/{row.id}/lineage").json()
    nodes, expected = ancestry(database, row.id), []
    while True:
        expected.append(nodes.level_id)
        if not nodes.parents:
            break
        nodes = nodes.parents[0]
    assert [node["id"] for node in said["line"]] == expected
    assert said["line"][0]["parents"] == list(row.parents)
    parent = client.get(f"/api/levels/{row.parents[0]}/lineage").json()
    assert row.id in [child["id"] for child in parent["children"]]


def test_children_are_paged(client: TestClient, database: Database) -> None:
    parent = max((row.parents[0] for row in best_levels(database, limit=None) if row.parents), key=int)
    everything = client.get(f"/api/levels/{parent}/lineage?limit=100").json()
    first = client.get(f"/api/levels/{parent}/lineage?limit=1").json()
    assert first["children"] == everything["children"][:1]
    if len(everything["children"]) > 1:
        rest = client.get(f"/api/levels/{parent}/lineage?limit=100&after={first['next']}").json()
        assert rest["children"] == everything["children"][1:]


@pytest.mark.process
def test_similar_levels_are_of_the_same_kind_the_most_similar_first(client: TestClient, database: Database) -> None:
    row = best_levels(database, limit=1)[0]
    said = client.get(f"/api/levels/{row.id}/similar").json()
    similarities = [found["similarity"] for found in said["similar"]]
    assert similarities == sorted(similarities, reverse=True)
    assert all(0.8 <= similarity <= 1 for similarity in similarities)
    assert said["compared"] == len(best_levels(database, limit=None)) - 1


@pytest.mark.parametrize("name", ["", "/lineage", "/similar"])
def test_ids_that_no_level_has(client: TestClient, name: str) -> None:
    assert client.get(f"/api/levels/77777{name}").status_code == 404
    assert client.get(f"/api/levels/{2**63 - 1}{name}").status_code == 404
    assert client.get(f"/api/levels/{2**64}{name}").status_code == 422
    assert client.get(f"/api/levels/one{name}").status_code == 422


def test_the_description_has_every_filter(client: TestClient) -> None:
    described = client.get("/api/openapi.json").json()["paths"]["/api/levels"]["get"]
    named = {parameter["name"]: parameter["schema"] for parameter in described["parameters"]}
    assert {"family", "depth_min", "proven", "state", "order", "after", "limit"} <= set(named)
    assert named["size"]["anyOf"][0]["maximum"] == 2**63 - 1
    assert "-depth" in named["order"]["anyOf"][0]["enum"]
