// Unusual values.
import type { Random } from "../../harness/random.ts";

const nested = (levels: number): unknown => (levels === 0 ? 1 : { a: [nested(levels - 1)] });

const TEXTS: readonly string[] = [
  ...["", " ", "\t", "\u0000", "a\u0000b", "\u0001", "\u007f", "\ud800", "\udc00x", "\ufeff", "\u200b", "\u202e", "\u2028", "￿"],
  ...[
    "😀",
    "ﷺ",
    "İ",
    "ı",
    "\u212a",
    "ß",
    "Ａ＠ｂ．ｃ",
    "a\u0301\u0301\u0301",
    "👨‍👩‍👧‍👦",
    "null",
    "undefined",
    "NaN",
    "true",
    "0",
    "-1",
    "1e400",
    "0x10",
  ],
  ...[
    "'",
    '"',
    "\\",
    "`",
    "';--",
    "' or '1'='1",
    "'||pg_sleep(3)||'",
    "$1",
    "%s%n",
    "%00",
    "%ff",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: others evaluate it.
    "${7*7}",
    "{{7*7}}",
    "{{ .Token }}",
  ],
  ...[
    "<script>alert(1)</script>",
    "=1+1",
    "../../etc/passwd",
    "..\\..",
    "/",
    "//evil.example",
    "javascript:alert(1)",
    "\r\nX-Evil: 1",
  ],
  ...[
    "a@b",
    "@",
    "a@b@c.example",
    "a@[127.0.0.1]",
    '"a b"@c.example',
    "a@b.example\r\nBcc: c@d.example",
    "__proto__",
    "constructor",
  ],
  ...["2026-02-30", "2026-2-3", "0000-00-00", "9999-99-99", "-1-01-01", "infinity", "2026-01-01T00:00:00Z", "24:00", "epoch"],
  ...[
    "00000000-0000-0000-0000-000000000000",
    "ffffffff-ffff-ffff-ffff-ffffffffffff",
    "eyJhbGciOiJub25lIn0.e30.",
    "+",
    "+0",
    "+999999999999999",
  ],
];

const NUMBERS: readonly number[] = [
  ...[
    0,
    -0,
    1,
    -1,
    2 ** 31 - 1,
    2 ** 31,
    -(2 ** 31) - 1,
    2 ** 32,
    2 ** 53 - 1,
    2 ** 53,
    -(2 ** 53),
    2 ** 63,
    1e18,
    1e300,
    -1e300,
  ],
  ...[
    0.1, 1.5, -0.5, 5e-324, 999_999_999_999, 1_000_000_000_000, -999_999_999_999, 480, 481, 12, 13, 31, 32, 1_899, 2_200, 255,
    256,
  ],
];

/** A value that is wrong for most fields. */
export function nasty(random: Random): unknown {
  const kind = random.next();
  if (kind < 0.4) return random.pick(TEXTS);
  if (kind < 0.6) return random.pick(NUMBERS);
  if (kind < 0.72) return random.pick<unknown>([null, true, false, [], {}, [null], [[]], [{}], { "": "" }, [1, "x", null]]);
  if (kind < 0.8) return random.pick(TEXTS).repeat(random.whole(2, 300));
  if (kind < 0.86) return random.pick(["x", "😀", " ", "0", "%"]).repeat(random.pick([255, 256, 257, 1_000, 10_001, 70_000]));
  if (kind < 0.92) return nested(random.pick([5, 20, 60, 120]));
  if (kind < 0.96)
    return Array.from({ length: random.pick([100, 1_000]) }, () => random.pick<unknown>([1, "x", null, { name: "x" }]));
  return Object.fromEntries(Array.from({ length: random.pick([50, 500]) }, (_, key) => [`k${key}`, random.pick(TEXTS)]));
}

export const nastyText = (random: Random): string => {
  const value = nasty(random);
  return typeof value === "string" ? value : JSON.stringify(value);
};
