// Values for the fuzzer: those that a schema allows, and those that nobody should send.
import type { Random } from "../harness/random.ts";

/** The part of JSON Schema that endpoints are described with. */
export interface JsonSchema {
  type?: string;
  const?: unknown;
  enum?: readonly unknown[];
  anyOf?: readonly JsonSchema[];
  properties?: Readonly<Record<string, JsonSchema>>;
  required?: readonly string[];
  items?: JsonSchema;
  format?: string;
  minimum?: number;
  maximum?: number;
}

/** What a field of this name should hold to be worth sending; undefined where its schema says all. */
export type Hint = (name: string, random: Random) => unknown;

/** A value that the schema allows. */
export function sample(schema: JsonSchema, random: Random, hint: Hint, name = "", depth = 0): unknown {
  if ("const" in schema) return schema.const;
  if (schema.enum) return random.pick(schema.enum);
  const hinted = hint(name, random);
  if (hinted !== undefined) return hinted;
  if (schema.anyOf) return sample(random.pick(schema.anyOf), random, hint, name, depth);
  switch (schema.type) {
    case "object":
      return sampleObject(schema, random, hint, depth);
    case "array":
      return Array.from({ length: random.whole(0, 3) }, () => sample(schema.items ?? {}, random, hint, name, depth + 1));
    case "integer":
    case "number":
      return random.whole(schema.minimum ?? -1_000, Math.min(schema.maximum ?? 100_000, (schema.minimum ?? 0) + 100_000));
    case "boolean":
      return random.next() < 0.5;
    case "null":
      return null;
    case "string":
      return schema.format === "date" ? sampleDay(random) : `${random.text(random.whole(1, 12))} ${random.pick(WORDS)}`;
    default:
      return random.pick([1, "x", true, null]);
  }
}

/** What is not required is seldom or often there: some fields exclude each other, and others matter only together. */
function sampleObject({ properties = {}, required = [] }: JsonSchema, random: Random, hint: Hint, depth: number): object {
  const density = random.pick([0.15, 0.35, 0.7]);
  const isNamed = (name: string) => required.includes(name) || name === "name" || random.next() < density;
  const wanted = Object.entries(properties).filter(([name]) => isNamed(name));
  if (wanted.length === 0 && depth > 0) return { [random.text(3)]: random.text(4) };
  return Object.fromEntries(wanted.map(([name, schema]) => [name, sample(schema, random, hint, name, depth + 1)]));
}

const WORDS = ["Mercado", "Salário", "Ação", "aluguel", "日本", "🏦", "O'Brien", "x"];

function sampleDay(random: Random): string {
  const two = (number: number) => String(number).padStart(2, "0");
  return `${random.whole(2024, 2028)}-${two(random.whole(1, 12))}-${two(random.whole(1, 28))}`;
}

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

/** One that is wrong for most fields, and a surprise in some. */
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
