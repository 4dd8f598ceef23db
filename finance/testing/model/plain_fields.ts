// Test support: fields of a row that are kept as they were said, and that no rule is about. A new one of them is added here alone.
import fc from "fast-check";

export interface PlainFields {
  notes: string | null;
  tags: string[];
}

/** Undefined: nothing is said of it. */
export type OptionalPlainFields = { [Name in keyof PlainFields]?: PlainFields[Name] | undefined };

/** Of all that is said. */
export function plainFields({ notes, tags }: OptionalPlainFields): OptionalPlainFields {
  return { notes, tags };
}

export function newPlainFields({ notes = null, tags = [] }: OptionalPlainFields): PlainFields {
  return { notes, tags };
}

/** As the table has them. */
export function storedPlainFields({ notes, tags }: PlainFields): object {
  return { notes, tags };
}

/** As answers show them. */
export function plainFieldsView({ notes, tags }: PlainFields): object {
  return { notes, tags: tags.map((name) => ({ name })) };
}

export const tags = fc.subarray(["a", "b", "c"]);

type Sometimes = <T>(arbitrary: fc.Arbitrary<T>) => fc.Arbitrary<T | undefined>;

export function drawPlainFields(rarely: Sometimes, maybe: Sometimes) {
  return { notes: rarely(fc.constantFrom("notes", null)), tags: maybe(tags) };
}
