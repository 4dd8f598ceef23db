// What is known of a statement without the values of its parameters.
import { createHash } from "node:crypto";
import { onlyReads } from "./only_reads.ts";

export interface SqlText {
  /** With numbered placeholders. */
  readonly text: string;
  /** Of the prepared statement: the same for the same text, and for no other. */
  readonly name: string;
  readonly onlyReads: boolean;
  /** Whether each parameter stands before a cast to json or jsonb. */
  readonly jsonParameters: readonly boolean[];
}

/** As many as there are statements in the code. */
const texts = new Map<string, SqlText>();

/** `parts`: the text between the parameters, one more than there are parameters. */
export function sqlText(parts: readonly string[]): SqlText {
  // PostgreSQL takes no text with this character.
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
