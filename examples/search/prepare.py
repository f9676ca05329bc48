# SPDX-License-Identifier: Apache-2.0
"""Makes the control sample from the documentation of Python's standard library: `prepare.py PATH`.

For every public function and class whose docstring has a first line, an empty line and a body (a summary and a
description, PEP 257), the first line is the query and the body the text to find. The sources are parsed, never run. For
one Python version the result is the same, byte for byte.
Items are sorted by the length of their text, so that a batch holds texts of like length and pads little.
"""
import ast
import json
import os
import sys
import sysconfig
import warnings

SKIPPED = {"test", "tests", "idlelib", "idle_test", "lib2to3", "turtledemo", "ensurepip", "pydoc_data", "site-packages",
           "dist-packages", "__pycache__"}  # not the library's interface
TWIN = "_py"  # _pydecimal is the Python source of decimal, and so on (PEP 399)
DOCUMENTED = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def main():
    path = sys.argv[1]
    items = without_repeats(all_items(sysconfig.get_paths()["stdlib"]))
    items.sort(key=lambda item: (len(item["text"]), item["id"]))
    os.makedirs(os.path.dirname(os.path.abspath(path)), exist_ok=True)
    with open(path + ".part", "w", encoding="utf-8", newline="\n") as file:
        for item in items:
            file.write(json.dumps(item, ensure_ascii=False) + "\n")
    os.replace(path + ".part", path)  # whole or not at all
    print(f"{len(items)} items in {path}")


def all_items(library):
    for source in sorted(sources(library)):
        yield from documented(parsed(source), module_name(os.path.relpath(source, library)))


def sources(library):
    for folder, folders, files in os.walk(library):
        folders[:] = [name for name in folders if is_public(name) and name not in SKIPPED]
        yield from (os.path.join(folder, name) for name in files if name.endswith(".py") and is_module(name))


def is_module(name):
    return is_public(name) or name == "__init__.py" or name.startswith(TWIN)


def module_name(path):
    name = path[:-len(".py")].replace(os.sep, ".")
    name = name[:-len(".__init__")] if name.endswith(".__init__") else name
    return name[len(TWIN):] if name.startswith(TWIN) else name


def is_public(name):
    return not name.startswith("_")


def parsed(source):
    with open(source, "rb") as file, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about old escapes in texts; not ours to repair
        return ast.parse(file.read())


def documented(node, name):
    """The items of everything public inside `node`, in the order of the source."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, DOCUMENTED) and is_public(child.name):
            child_name = f"{name}.{child.name}"
            yield from item_of(child, child_name)
            if isinstance(child, ast.ClassDef):
                yield from documented(child, child_name)


def item_of(node, name):
    first, _, body = (ast.get_docstring(node) or "").partition("\n\n")
    if first.strip() and "\n" not in first and body.strip():
        yield {"id": name, "query": " ".join(first.split()), "text": " ".join(body.split())}


def without_repeats(items):
    """The first item of each id, query and text: a text under two names would make a right answer look wrong."""
    kept, seen = [], set()
    for item in items:
        keys = {(field, item[field]) for field in item}
        if not keys & seen:
            kept.append(item)
        seen |= keys
    return kept


if __name__ == "__main__":
    main()
