// Properties of a statement that do not depend on its parameters.
import { createHash } from "node:crypto";
import { onlyReads } from "./only_reads.ts";

export interface SqlText {
  /** With numbered placeholders. */
  readonly text: string;
  /** Name of the prepared statement; unique for each text. */
  readonly name: string;
  readonly onlyReads: boolean;
  /** Whether each parameter precedes a cast to json or jsonb. */
  readonly jsonParameters: readonly boolean[];
}

/** One for each statement in the code. */
const texts = new Map<string, SqlText>();

/** `parts`: the texts between the parameters. */
export function sqlText(parts: readonly string[]): SqlText {
  // No statement can contain this character.
  const key = parts.join("\0");
  let existing = texts.get(key);
  if (!existing) {
    const text = parts.reduce((before, part, index) => `${before}$${index}${part}`);
    const name = createHash("sha256").update(text).digest("base64url");
    const jsonParameters = parts.slice(1).map((part) => /^::jsonb?\b(?!\[)/.test(part));
    existing = { text, name, onlyReads: onlyReads(text), jsonParameters };
    texts.set(key, existing);
  }
  return existing;
}
