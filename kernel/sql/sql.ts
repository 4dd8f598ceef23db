// SQL as a value: a tagged template that keeps parameters out of the text. Fragments nest, so that slices can compose statements.
import { type SqlText, sqlText } from "./sql_text.ts";
import { type Encoded, encode } from "./values.ts";

export class Sql {
  readonly #strings: readonly string[];
  readonly #inserted: readonly unknown[];
  #composed: { readonly sqlText: SqlText; readonly values: readonly unknown[] } | undefined;

  constructor(strings: readonly string[], inserted: readonly unknown[]) {
    this.#strings = strings;
    this.#inserted = inserted;
  }

  /** The statement with numbered placeholders. */
  get text(): string {
    return this.#compose().sqlText.text;
  }

  get name(): string {
    return this.#compose().sqlText.name;
  }

  /** See only_reads.ts. */
  get onlyReads(): boolean {
    return this.#compose().sqlText.onlyReads;
  }

  get values(): readonly unknown[] {
    return this.#compose().values;
  }

  get encodedValues(): Encoded[] {
    const { sqlText, values } = this.#compose();
    return values.map((value, index) => encode(value, sqlText.jsonParameters[index] as boolean));
  }

  #compose() {
    if (!this.#composed) {
      const parts = [""];
      const values: unknown[] = [];
      this.#appendTo(parts, values);
      this.#composed = { sqlText: sqlText(parts), values };
    }
    return this.#composed;
  }

  #appendTo(parts: string[], values: unknown[]): void {
    parts[parts.length - 1] += this.#strings[0] as string;
    for (const [index, each] of this.#inserted.entries()) {
      const following = this.#strings[index + 1] as string;
      if (each instanceof Sql) {
        each.#appendTo(parts, values);
        parts[parts.length - 1] += following;
      } else {
        values.push(each);
        parts.push(following);
      }
    }
  }
}

/** ``sql`select id from users where email = ${email}` `` */
export function sql(strings: TemplateStringsArray, ...inserted: unknown[]): Sql {
  return new Sql(strings, inserted);
}

/** Inserts text unescaped. Only for constants and names from the configuration, never for input; each text is cached for ever. */
export function trusted(text: string): Sql {
  return new Sql([text], []);
}
