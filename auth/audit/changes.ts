// What an act of an administrator changed: values before and after. Secrets are named and not shown, long values are cut.

export type Changes = Readonly<Record<string, { before: unknown; after: unknown }>>;

const HIDDEN = "(hidden)";
const MOST_CHARACTERS = 1_000;
/** The entry has its own time. */
const TIMES = ["created_at", "updated_at"];

export function changesBetween(before: object, after: object, secrets: readonly string[] = []): Changes {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  const [was, is] = [before, after] as Record<string, unknown>[];
  const differing = [...names].filter(
    (name) => !TIMES.includes(name) && JSON.stringify(was?.[name]) !== JSON.stringify(is?.[name]),
  );
  const display = (name: string, value: unknown) => (secrets.includes(name) && value != null ? HIDDEN : cut(value ?? null));
  return Object.fromEntries(
    differing.map((name) => [name, { before: display(name, was?.[name]), after: display(name, is?.[name]) }]),
  );
}

function cut(value: unknown): unknown {
  const text = JSON.stringify(value);
  return text.length <= MOST_CHARACTERS ? value : `${text.slice(0, MOST_CHARACTERS)}…`;
}
