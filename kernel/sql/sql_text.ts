// The text of a statement, or of a fragment of one, without the values of its parameters.
import { onlyReads } from "./only_reads.ts";

export class SqlText {
  /** Between the parameters: there is one part more than there are parameters. */
  readonly parts: readonly string[];
  #text: string | undefined;
  #onlyReads: boolean | undefined;

  constructor(parts: readonly string[]) {
    this.parts = parts;
  }

  /** With numbered placeholders. */
  get text(): string {
    this.#text ??= this.parts.reduce((text, part, index) => `${text}$${index}${part}`);
    return this.#text;
  }

  get onlyReads(): boolean {
    this.#onlyReads ??= onlyReads(this.text);
    return this.#onlyReads;
  }
}
