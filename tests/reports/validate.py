# SPDX-License-Identifier: MIT
# python3 validate.py SCHEMA FILE…: reports where each JSON file breaks the schema.
# Debian's python3-jsonschema validates; all files in one process.
import json
import pathlib
import sys

import jsonschema

schema = json.loads(pathlib.Path(sys.argv[1]).read_text(encoding="utf-8"))
kind = jsonschema.validators.validator_for(schema)
kind.check_schema(schema)
wrong = 0
for name in sys.argv[2:]:
    document = json.loads(pathlib.Path(name).read_text(encoding="utf-8"))
    for error in kind(schema).iter_errors(document):
        place = "/".join(str(part) for part in error.absolute_path)
        print(f"{name}: {place}: {error.message[:300]}")
        wrong += 1
print(f"{len(sys.argv) - 2} files, {wrong} breaches")
sys.exit(1 if wrong else 0)
