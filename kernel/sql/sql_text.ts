// The text of a statement, or of a fragment of one, without the values of its parameters.
import { createHash } from "node:crypto";
import { onlyReads } from "./only_reads.ts";

export class SqlText {
  /** Between the parameters: there is one part more than there are parameters. */
  readonly parts: readonly string[];
  #text: string | undefined;
  #name: string | undefined;
  #onlyReads: boolean | undefined;
  #jsonParameters: readonly boolean[] | undefined;

  constructor(parts: readonly string[]) {
    this.parts = parts;
  }

  /** With numbered placeholders. */
  get text(): string {
    this.#text ??= this.parts.reduce((text, part, index) => `${text}$${index}${part}`);
    return this.#text;
  }

  /** Of the prepared statement: the same for the same text, and for no other. */
  get name(): string {
    this.#name ??= createHash("sha256").update(this.text).digest("base64url");
    return this.#name;
  }

  get onlyReads(): boolean {
    this.#onlyReads ??= onlyReads(this.text);
    return this.#onlyReads;
  }

  /** Whether each parameter stands before a cast to json or jsonb. */
  get jsonParameters(): readonly boolean[] {
    this.#jsonParameters ??= this.parts.slice(1).map((part) => /^::jsonb?\b(?!\[)/.test(part));
    return this.#jsonParameters;
  }
}
