"""Input that nobody writes on purpose: experiment files, bots and options that are broken by chance, from a seed."""

from random import Random

VALUES = (
    "[]", "{}", '""', "[[]]", "[{}]", "-1", "0", "1e400", "inf", "nan", "-inf", "true", "'\\u0000'", '"\\u0000"',
    "9" * 5000, "-" + "9" * 4000, "0x" + "f" * 400, "[" * 3000 + "]" * 3000, "{ x = inf }", "{ x = 1 }",
    '"' + "n" * 5000 + '"', '"' + "d/" * 3000 + 'x.toml"', '"../x.toml"', '"x.py:y"', '"x.toml:y"', '"/dev/null"',
    '"."', '"\\ud7ff"', '"\\u202e"', '"a:b=c"', '"a:b=' + "9" * 5000 + '"', '"plain:extra=1e400"', '"plain:extra=nan"',
    "1979-05-27", "07:32:00", "[1, 'a', 2.5]", '{"" = 1}', "{ weak = 1 }", "{ 2 = 5, 3 = 6 }", "1e18", "999999999999",
    '["plain", "plain"]', '"paired"', '"dose"', '"ladder"', '"study"',
)  # fmt: skip
KEYS = (
    "name", "title", "question", "design", "noun", "game", "seed", "players", "deals",
    "tolerances", "trace", "chunk_games", "rules", "components", "notes",
    "bots", "slow", "companies", "changes", "extends", "only", "parts", "bot", "with", "without",
    "behaviour", "behaviour_label", "claim", "phrase", "about", "nobody_knows",
    "parameters", "player", "plan", "source", "by_players", "provenance",
)  # fmt: skip
BYTES = (
    b"\x00",
    b"\xff",
    b"\xfe\xff",
    b"\xed\xa0\x80",
    b"\r",
    b"\n",
    b"[",
    b"]",
    b"=",
    b'"',
    b"'''",
    b"\\",
    b"#",
    b"9",
)
ENCODINGS = ("utf-16", "utf-16-le", "utf-32", "latin-1")


def broken(text: str, random: Random) -> bytes:
    """A file with up to three things about it that are wrong, or only odd."""
    lines = text.splitlines()
    for _ in range(random.choice((1, 1, 2, 3))):
        place = random.randrange(len(lines) + 1)
        what = random.randrange(6)
        if what <= 2:
            at = random.randrange(len(lines))
            key = lines[at].partition("=")[0] if "=" in lines[at] else random.choice(KEYS)
            lines[at] = f"{key} = {random.choice(VALUES)}"
        elif what == 3:
            lines.insert(place, f"{random.choice(KEYS)} = {random.choice(VALUES)}")
        elif what == 4:
            del lines[random.randrange(len(lines))]
            lines = lines or [""]
        else:
            lines.insert(place, random.choice(("[x]", "[[x]]", "[[companies]]", "[[changes]]", "[a.b.c]", "= 1", "x")))
    data = "\n".join(lines).encode("utf-8")
    for _ in range(random.choice((0, 0, 0, 1, 2))):
        at = random.randrange(len(data) + 1)
        data = data[:at] + random.choice(BYTES) + data[at + random.randrange(3) :]
    kind = random.randrange(24)
    if kind == 0:
        return data.decode("utf-8", "replace").encode(random.choice(ENCODINGS), "replace")
    return data[: random.randrange(len(data) + 1)] if kind == 1 else data


def odd_word(random: Random) -> str:
    """A bot, an option or a name as somebody might give it on the command line."""
    word = random.choice(("calm", "rarely", "calm:often=0.5", "x.toml", "x.toml:careful", "x.py", "high", "a=1", ""))
    for _ in range(random.randint(0, 3)):
        at = random.randrange(len(word) + 1)
        piece = random.choice(
            (":", "=", ",", ".", "/", "\x00", "\ud800", "\u202e", "9" * 5000, "n" * 300, "inf", "nan", "temperature=",
             ".toml", ".py", "-", " ", "~", "*", "[red]")
        )  # fmt: skip
        word = word[:at] + piece + word[at:]
    return word
