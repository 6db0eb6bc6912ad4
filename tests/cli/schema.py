# SPDX-License-Identifier: MIT
"""The part of JSON Schema that doc/report.schema.json uses.  violations(value, schema) yields one line each; keywords it does not know
are an error, so that the schema cannot promise what is not tested.  It also does for SARIF's."""
import json
import re

TYPES = {"boolean": bool, "number": (int, float), "object": dict, "array": list, "string": str, "null": type(None)}
ANNOTATIONS = {"$schema", "$id", "title", "$defs", "definitions", "description", "default", "format"}


def is_type(value, name):
    if name == "integer":
        return isinstance(value, int) and not isinstance(value, bool)
    return isinstance(value, TYPES[name])


def check_type(value, names, root):
    names = names if isinstance(names, list) else [names]
    if not any(is_type(value, n) for n in names):
        yield f"is not of type {' or '.join(names)}"


def check_properties(value, properties, root):
    for key, schema in properties.items():
        if isinstance(value, dict) and key in value:
            yield from (f"{key}: {line}" for line in violations(value[key], schema, root))


def check_items(value, schema, root):
    for i, item in enumerate(value if isinstance(value, list) else []):
        yield from (f"[{i}]: {line}" for line in violations(item, schema, root))


def check_ref(value, reference, root):
    schema = root
    for part in reference.lstrip("#/").split("/"):
        schema = schema[part]
    yield from violations(value, schema, root)


def check_any(value, schemas, root):
    if all(list(violations(value, s, root)) for s in schemas):
        yield "fits none of several schemas"


def check_one(value, schemas, root):
    if sum(not list(violations(value, s, root)) for s in schemas) != 1:
        yield "fits none or several of schemas of which one must hold"


def check_unique(value, wanted, root):
    texts = [json.dumps(v, sort_keys=True) for v in value] if isinstance(value, list) else []
    if wanted and len(set(texts)) != len(texts):
        yield "has equal items"


def check_more(value, schema, properties, root):
    """Members that `properties` does not name."""
    for key in sorted(set(value) - set(properties)) if isinstance(value, dict) else ():
        if schema is False:
            yield f"has unknown member {key}"
        elif isinstance(schema, dict):
            yield from (f"{key}: {line}" for line in violations(value[key], schema, root))


KEYWORDS = {
    "anyOf": check_any,
    "oneOf": check_one,
    "uniqueItems": check_unique,
    "pattern": lambda v, p, root: [f"does not match {p}"] if isinstance(v, str) and not re.search(p, v) else [],
    "maximum": lambda v, n, root: [f"is above {n}"] if isinstance(v, (int, float)) and v > n else [],
    "type": check_type,
    "properties": check_properties,
    "items": check_items,
    "$ref": check_ref,
    "const": lambda v, c, root: [] if v == c else [f"is not {c!r}"],
    "enum": lambda v, e, root: [] if v in e else [f"is {v!r}, none of {e}"],
    "required": lambda v, keys, root: [f"lacks {k}" for k in keys if isinstance(v, dict) and k not in v],
    "minimum": lambda v, n, root: [f"is below {n}"] if isinstance(v, int) and v < n else [],
    "minItems": lambda v, n, root: [f"has fewer than {n} items"] if isinstance(v, list) and len(v) < n else [],
}


def violations(value, schema, root=None):
    root = root or schema
    for keyword, operand in schema.items():
        if keyword in ANNOTATIONS:
            continue
        if keyword == "additionalProperties":
            yield from check_more(value, operand, schema.get("properties", {}), root)
        else:
            yield from KEYWORDS[keyword](value, operand, root)
