// The fuzzer's mutations of a request.
import type { Random } from "../../harness/random.ts";
import { nasty, nastyText } from "./nasty.ts";
import { CONTENT_TYPES, HEADERS, METHODS, PARTS, QUERY_NAMES, QUERY_VALUES } from "./oddities.ts";

/** A request before it is encoded. */
export interface Draft {
  method: string;
  parts: string[];
  query: [name: string, value: string][];
  headers: Record<string, string | string[]>;
  body: unknown;
  /** Replaces the body. */
  bytes: Buffer | undefined;
  /** Replaces the path. */
  rawPath: string | undefined;
}

type Mutation = [name: string, mutate: (draft: Draft, random: Random) => void];

const fieldsOf = (draft: Draft): Record<string, unknown> => {
  const isRecord = typeof draft.body === "object" && draft.body !== null && !Array.isArray(draft.body);
  if (!isRecord) draft.body = {};
  draft.headers["content-type"] ??= "application/json";
  return draft.body as Record<string, unknown>;
};

const textOf = (draft: Draft): string => draft.bytes?.toString() ?? JSON.stringify(draft.body ?? {});

const setField: Mutation = [
  "a nasty field",
  (draft, random) => {
    const fields = fieldsOf(draft);
    const names = Object.keys(fields);
    fields[names.length > 0 && random.next() < 0.9 ? random.pick(names) : random.text(4)] = nasty(random);
  },
];

export const MUTATIONS: readonly Mutation[] = [
  ...Array.from({ length: 6 }, () => setField),
  [
    "a field less",
    (draft, random) => {
      const fields = fieldsOf(draft);
      const names = Object.keys(fields);
      if (names.length > 0) delete fields[random.pick(names)];
    },
  ],
  [
    "a field more",
    (draft, random) => {
      const names = [
        "id",
        "space_id",
        "user_id",
        "role",
        "aud",
        "app_metadata",
        "is_super_admin",
        "constructor",
        "toString",
        "length",
      ];
      fieldsOf(draft)[random.pick([...names, random.text(5), ""])] = nasty(random);
    },
  ],
  [
    "a key twice",
    (draft, random) => {
      const [name = "x"] = Object.keys(fieldsOf(draft));
      draft.bytes = Buffer.from(textOf(draft).replace(/\}$/, `,${JSON.stringify(name)}:${JSON.stringify(nasty(random))}}`));
    },
  ],
  [
    "a proto key",
    (draft, random) => {
      draft.bytes = Buffer.from(textOf(draft).replace(/\}$/, `,"__proto__":${JSON.stringify(nasty(random))}}`));
    },
  ],
  [
    "broken JSON",
    (draft, random) => {
      const text = textOf(draft);
      const at = random.whole(0, text.length);
      const cut = random.pick([
        text.slice(0, at),
        `${text.slice(0, at)}${random.pick([",", "}", "\\", '"', "\n", "\u0000"])}${text.slice(at)}`,
      ]);
      draft.bytes = Buffer.from(random.pick([cut, `\ufeff${text}`, `${text}x`, `${text}${text}`, text.replaceAll('"', "'")]));
    },
  ],
  [
    "another body",
    (draft, random) => {
      const texts = [
        "",
        "null",
        "[]",
        '"x"',
        "1",
        "true",
        "NaN",
        "{",
        "[[[[",
        "a=b&c=d",
        "\u0000",
        `[${"[".repeat(500)}`,
        "1e999",
      ];
      draft.bytes = Buffer.from(random.pick([...texts, `{"x":"${"x".repeat(200_000)}"}`, "9".repeat(5_000)]));
    },
  ],
  [
    "noise",
    (draft, random) => {
      const bytes = Buffer.from(textOf(draft));
      for (let left = random.whole(1, 6); left > 0 && bytes.length > 0; left--)
        bytes[random.whole(0, bytes.length - 1)] = random.whole(0, 255);
      draft.bytes = bytes;
    },
  ],
  [
    "a number as it is written",
    (draft, random) => {
      const numbers = ["1e3", "1.0", "-0", "1e400", "9007199254740993", "0.1e1", "123456789012345678901234567890", "1E-7"];
      draft.bytes = Buffer.from(textOf(draft).replace(/(?<=:)-?\d+(?=[,}])/, random.pick(numbers)));
    },
  ],
  [
    "a content type",
    (draft, random) => {
      draft.headers["content-type"] = random.pick(CONTENT_TYPES);
    },
  ],
  ["a header", setHeader],
  ["another header", setHeader],
  [
    "a method",
    (draft, random) => {
      draft.method = random.pick(METHODS);
    },
  ],
  [
    "a part of the path",
    (draft, random) => {
      const at = random.whole(0, draft.parts.length - 1);
      draft.parts[at] = random.next() < 0.5 ? encodedText(nastyText(random), 2_000) : random.pick(PARTS);
    },
  ],
  [
    "a path",
    (draft, random) => {
      const path = `/${draft.parts.join("/")}`;
      const letter = path.replace(/[a-z]/, (match) => `%${match.charCodeAt(0).toString(16)}`);
      draft.rawPath = random.pick([
        `/${path}`,
        `${path}/`,
        path.toUpperCase(),
        letter,
        `${path};x=1`,
        `${path}/..`,
        `${path}%2f`,
        `${path}%`,
        `${path}.json`,
      ]);
    },
  ],
  [
    "a query value",
    (draft, random) => {
      const value = encodedText(nastyText(random), 3_000);
      const existing = draft.query.length > 0 && random.next() < 0.7;
      const name = existing ? (random.pick(draft.query)[0] as string) : random.pick(QUERY_NAMES);
      draft.query = [...draft.query.filter(([each]) => each !== name || random.next() < 0.3), [name, value]];
    },
  ],
  [
    "a query",
    (draft, random) => {
      draft.query.push(
        [random.pick(QUERY_NAMES), random.pick(QUERY_VALUES)],
        [random.pick(QUERY_NAMES), random.pick(QUERY_VALUES)],
      );
    },
  ],
];

/** Lone surrogates cannot be encoded, and a cut may create one. */
export const encodedText = (text: string, most: number) => encodeURIComponent(text.slice(0, most).toWellFormed());

function setHeader(draft: Draft, random: Random): void {
  const [name, values] = random.pick(HEADERS);
  const value = random.pick(values);
  draft.headers[name] = random.next() < 0.1 ? [value, random.pick(values)] : value;
}
