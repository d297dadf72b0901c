#!/bin/bash
# SPDX-License-Identifier: MIT
# official.sh FOLDER TEST_PROGRAMS: downloads SARIF's complete schema, which Microsoft publishes for
# tests as the npm package @microsoft/jest-sarif (MIT), into FOLDER, and validates the reports of every
# kind of failure against it. Needs the network. This tree's tests/reports/sarif.schema.json is
# stricter, but covers only what mcheck writes.
set -euo pipefail

folder=$1
tests=$2
mkdir -p "$folder"
schema=$folder/package/lib/schemas/sarif-2.1.0-rtm.5.json
if [ ! -s "$schema" ]; then
  (cd "$folder" && npm pack --silent @microsoft/jest-sarif@1.0.0-beta.0 > name &&
    tar xzf "$(cat name)")
fi
MCHECK_SARIF_SCHEMA=$(realpath "$schema") "$tests" "of each kind*"
