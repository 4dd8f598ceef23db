// SQL as a value: a tagged template whose parameters never touch the text. Fragments nest, so that slices can compose one statement.

import { templateDoesMore, textDoesMore } from "./only_reads.ts";

export class Sql {
  readonly #parts: readonly string[];
  #text: string | undefined;
  readonly values: readonly unknown[];
  /** False where it can only be a read: see only_reads.ts. */
  readonly doesMore: boolean;

  constructor(parts: readonly string[], values: readonly unknown[], doesMore = true) {
    this.#parts = parts;
    this.values = values;
    this.doesMore = doesMore;
  }

  /** The statement with numbered placeholders. */
  get text(): string {
    this.#text ??= this.#parts.reduce((text, part, index) => `${text}$${index}${part}`);
    return this.#text;
  }

  /** The text between the parameters; there is one part more than there are values. */
  get parts(): readonly string[] {
    return this.#parts;
  }
}

/** ``sql`select id from users where email = ${email}` `` */
export function sql(strings: TemplateStringsArray, ...values: unknown[]): Sql {
  const parts: string[] = [strings[0] as string];
  const flat: unknown[] = [];
  let more = templateDoesMore(strings);
  values.forEach((value, index) => {
    const following = strings[index + 1] as string;
    if (value instanceof Sql) {
      more ||= value.doesMore;
      parts.push((parts.pop() as string) + value.parts[0], ...value.parts.slice(1));
      flat.push(...value.values);
      parts.push((parts.pop() as string) + following);
    } else {
      parts.push(following);
      flat.push(value);
    }
  });
  return new Sql(parts, flat, more);
}

/** Text that goes into a statement as it is. Only for constants of ours and names from the configuration, never for input. */
export function trusted(text: string): Sql {
  return new Sql([text], [], textDoesMore(text));
}
