// A record that two people edit at the same time: what was changed here, what was changed there, and where the two disagree.

/** The fields of a form, as they are typed. */
export type Typed = Readonly<Record<string, string | boolean>>;

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
export const touchedBy = (changes: Fields, behind: RecordFields): string[] =>
  Object.keys(behind).filter((key) => behind[key]?.some((name) => name in changes));

/** What the changes were made from, so that the server can tell whether it still stands. */
export function expectedOf(record: Fields, touched: readonly string[], behind: RecordFields): Fields {
  return Object.fromEntries(touched.flatMap((key) => behind[key] ?? []).map((name) => [name, record[name]]));
}

export const differences = (one: Typed, other: Typed): string[] => Object.keys(one).filter((key) => one[key] !== other[key]);

/** What was not touched here, as it was typed there. */
export function untouched(touched: readonly string[], theirs: Typed): Typed {
  return Object.fromEntries(Object.entries(theirs).filter(([key]) => !touched.includes(key)));
}

/** What was changed here and there, and still differs. */
export const disputed = (touched: readonly string[], stillTouched: readonly string[], began: Typed, theirs: Typed): string[] =>
  touched.filter((key) => stillTouched.includes(key) && began[key] !== theirs[key]);
