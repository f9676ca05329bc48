# SPDX-License-Identifier: Apache-2.0
"""Makes a small control sample for tests: `make_data.py N SEED PATH`. The same N and SEED give the same bytes.

A text is 12 invented words; its query holds some of them and some others, so that finding the text is sometimes hard.
"""
import json
import random
import sys

VOCABULARY = 400  # words in all: small enough that texts share words
TEXT_WORDS, SHARED_WORDS, OTHER_WORDS = 12, 4, 3
SYLLABLES = ["ba", "de", "fi", "go", "ku", "la", "me", "ni", "po", "ru", "sa", "te", "vi", "zo"]


def main():
    count, seed, path = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
    numbers = random.Random(seed)
    with open(path, "w", encoding="utf-8", newline="\n") as file:
        for position in range(count):
            file.write(json.dumps({"id": f"item-{position:05}", **pair(numbers)}) + "\n")


def pair(numbers):
    text = words(numbers, TEXT_WORDS)
    return {"query": " ".join(text[:SHARED_WORDS] + words(numbers, OTHER_WORDS)), "text": " ".join(text)}


def words(numbers, count):
    return [word(int(numbers.random() * VOCABULARY)) for _ in range(count)]


def word(number):
    syllables = []
    for _ in range(3):
        number, position = divmod(number, len(SYLLABLES))
        syllables.append(SYLLABLES[position])
    return "".join(syllables)


if __name__ == "__main__":
    main()
