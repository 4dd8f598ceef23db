// Fields as the document of the API describes them. The readers of `readers.ts` enforce the same, and say field by field what is wrong.
import { Type } from "typebox";
import { LONGEST_NAME } from "./readers.ts";

export const LARGEST_ID = 2 ** 31 - 1;
/** Of transactions and series, of which there may be more. */
export const LARGEST_RECORD_ID = Number.MAX_SAFE_INTEGER;

interface Words {
  description?: string;
}

/** A text that holds more than spaces. */
export const Filled = (words: Words & { maxLength?: number } = {}) =>
  Type.String({ minLength: 1, maxLength: LONGEST_NAME, pattern: "\\S", ...words });

/** The id of another record, which may turn out not to exist. */
export const RecordId = (words: Words = {}) => Type.Integer({ minimum: 1, maximum: LARGEST_ID, ...words });

const DAY = "(19|20|21)\\d\\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])";

/** Exactly a day. */
export const Day = (words: Words = {}) => Type.String({ format: "date", pattern: `^${DAY}$`, ...words });

/** As in a query string: a time may follow, a day that its month lacks is its last, and an empty text says nothing. */
export const LenientDay = (description: string) =>
  Type.String({ pattern: `^(${DAY}([T ]\\d\\d:\\d\\d(:\\d\\d(\\.\\d+)?)?(Z|[+\\- ]\\d\\d:?\\d\\d)?)?)?$`, description });

/** A rule for a body: of fields that mean the same, one says it. */
export const oneOfFields = (names: readonly string[]) => ({
  anyOf: names.map((name) => ({ required: [name], properties: { [name]: { type: "integer" } } })),
});

/** A rule for a body: two fields are there together, or neither is. */
export const bothOrNone = (one: string, other: string) => ({
  anyOf: [
    { properties: { [one]: { type: "null" }, [other]: { type: "null" } } },
    { required: [one, other], properties: { [one]: { type: "integer" }, [other]: { type: "integer" } } },
  ],
});

/** For bodies with notes: the longest, of characters that clients may write as `\ud83d\ude00`, have 120 KB, and tags 48 KB. */
export const NOTES_BODY_BYTES = 262_144;

export const LONGEST_TAG = 40;
export const MOST_TAGS = 100;

const TagName = Filled({ maxLength: LONGEST_TAG });

/** A list of `{name}`, or of bare names as some clients send them. */
export const Tags = Type.Array(Type.Union([Type.Object({ name: TagName }), TagName]), { maxItems: MOST_TAGS });
