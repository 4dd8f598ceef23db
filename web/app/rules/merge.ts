// A record that two people edit at the same time: what was changed here, what was changed there, and where the two disagree.

/** The fields of a form, as they are typed. */
export type FormValues = Readonly<Record<string, string | boolean>>;

/** Which fields of the record stand behind each field of its form. */
export type RecordFields = Readonly<Record<string, readonly string[]>>;

type Fields = Readonly<Record<string, unknown>>;

/** Of what a form would send, only what differs from the record: what others change meanwhile stays theirs. */
export function changesOf(record: Fields, body: Fields): Fields {
  return Object.fromEntries(
    Object.entries(body).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(record[name])),
  );
}

/** The fields of the form that these changes belong to. */
export const changedFieldsOf = (changes: Fields, recordFields: RecordFields): string[] =>
  Object.keys(recordFields).filter((key) => recordFields[key]?.some((name) => name in changes));

/** What the changes were made from, so that the server can tell whether it still stands. */
export function expectedValues(record: Fields, touched: readonly string[], recordFields: RecordFields): Fields {
  return Object.fromEntries(touched.flatMap((key) => recordFields[key] ?? []).map((name) => [name, record[name]]));
}

export const differences = (one: FormValues, other: FormValues): string[] =>
  Object.keys(one).filter((key) => one[key] !== other[key]);

/** What was not touched here, as it was typed there. */
export function untouched(touched: readonly string[], theirs: FormValues): FormValues {
  return Object.fromEntries(Object.entries(theirs).filter(([key]) => !touched.includes(key)));
}

/** What was changed here and there, and still differs. */
export const disputed = (
  touched: readonly string[],
  stillTouched: readonly string[],
  began: FormValues,
  theirs: FormValues,
): string[] => touched.filter((key) => stillTouched.includes(key) && began[key] !== theirs[key]);
