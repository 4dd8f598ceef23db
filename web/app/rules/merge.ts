// Merges two edits of one record: the changes here, the changes elsewhere, and their conflicts.

/** The fields of a form, as typed. */
export type FormValues = Readonly<Record<string, string | boolean>>;

/** The fields of the record that each field of its form edits. */
export type RecordFields = Readonly<Record<string, readonly string[]>>;

type Fields = Readonly<Record<string, unknown>>;

/** Of what a form would send, only what differs from the record, so that changes of others stay. */
export function changesOf(record: Fields, body: Fields): Fields {
  return Object.fromEntries(
    Object.entries(body).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(record[name])),
  );
}

/** The fields of the form that these changes belong to. */
export const changedFieldsOf = (changes: Fields, recordFields: RecordFields): string[] =>
  Object.keys(recordFields).filter((key) => recordFields[key]?.some((name) => name in changes));

/** The values that the changes are based on, for the server to detect conflicts. */
export function expectedValues(record: Fields, touched: readonly string[], recordFields: RecordFields): Fields {
  return Object.fromEntries(touched.flatMap((key) => recordFields[key] ?? []).map((name) => [name, record[name] ?? null]));
}

export const differences = (one: FormValues, other: FormValues): string[] =>
  Object.keys(one).filter((key) => one[key] !== other[key]);

/** The values from elsewhere of fields that were not edited here. */
export function untouched(touched: readonly string[], theirs: FormValues): FormValues {
  return Object.fromEntries(Object.entries(theirs).filter(([key]) => !touched.includes(key)));
}

/** Fields that were changed here and elsewhere and still differ. */
export const disputed = (
  touched: readonly string[],
  stillTouched: readonly string[],
  began: FormValues,
  theirs: FormValues,
): string[] => touched.filter((key) => stillTouched.includes(key) && began[key] !== theirs[key]);
