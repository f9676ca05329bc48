#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks a SARIF file against the part of the 2.1.0 schema that a scan uses, written down here with no member beyond it
allowed, and that every result names a rule and a place that are there. Prints how many results it holds."""

import json
import sys

import jsonschema

TEXT = {"type": "object", "required": ["text"], "additionalProperties": False, "properties": {"text": {"type": "string"}}}


def shape(required, properties):
    return {"type": "object", "required": required, "additionalProperties": False, "properties": properties}


def list_of(items):
    return {"type": "array", "items": items}


REGION = shape(["startLine", "startColumn"], {name: {"type": "integer", "minimum": 1} for name in ("startLine", "startColumn")})
PLACE = shape(
    ["artifactLocation", "region"],
    {
        "artifactLocation": shape(["uri"], {"uri": {"type": "string", "format": "uri-reference"}, "uriBaseId": {"type": "string"}}),
        "region": REGION,
    },
)
RESULT = shape(
    ["ruleId", "ruleIndex", "level", "message", "locations"],
    {
        "ruleId": {"type": "string"},
        "ruleIndex": {"type": "integer", "minimum": 0},
        "level": {"enum": ["none", "note", "warning", "error"]},
        "message": TEXT,
        "locations": list_of(shape(["physicalLocation"], {"physicalLocation": PLACE})),
        "properties": {"type": "object"},
    },
)
RULE = shape(
    ["id", "shortDescription", "help"],
    {"id": {"type": "string"}, "shortDescription": TEXT, "help": TEXT, "properties": {"type": "object"}},
)
DRIVER = shape(["name", "rules"], {"name": {"type": "string"}, "version": {"type": "string"}, "rules": list_of(RULE)})
RUN = shape(
    ["tool", "results"],
    {
        "tool": shape(["driver"], {"driver": DRIVER}),
        "originalUriBaseIds": {"type": "object", "additionalProperties": shape(["uri"], {"uri": {"type": "string", "pattern": "/$"}})},
        "columnKind": {"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
        "results": list_of(RESULT),
    },
)
LOG = shape(["version", "runs"], {"$schema": {"type": "string"}, "version": {"const": "2.1.0"}, "runs": list_of(RUN)})


def main(path):
    with open(path, encoding="utf-8") as file:
        log = json.load(file)
    jsonschema.validate(log, LOG)
    for run in log["runs"]:
        rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
        assert len(set(rules)) == len(rules), "a rule stands twice"
        for result in run["results"]:
            assert rules[result["ruleIndex"]] == result["ruleId"], result
            base = result["locations"][0]["physicalLocation"]["artifactLocation"]["uriBaseId"]
            assert base in run["originalUriBaseIds"], base
        print(f"{len(run['results'])} results of {len(rules)} rules")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
