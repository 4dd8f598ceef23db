// SQL as a value: a tagged template whose parameters never touch the text. Fragments nest, so that slices can compose one statement.
import { SqlText } from "./sql_text.ts";
import { type Encoded, encode } from "./values.ts";

export class Sql {
  readonly composed: SqlText;
  readonly values: readonly unknown[];

  constructor(composed: SqlText, values: readonly unknown[]) {
    this.composed = composed;
    this.values = values;
  }

  /** The statement with numbered placeholders. */
  get text(): string {
    return this.composed.text;
  }

  /** Under which it is prepared. */
  get name(): string {
    return this.composed.name;
  }

  /** The values as the driver sends them. */
  get encodedValues(): Encoded[] {
    const { jsonParameters } = this.composed;
    return this.values.map((value, index) => encode(value, jsonParameters[index] as boolean));
  }

  /** See only_reads.ts. */
  get onlyReads(): boolean {
    return this.composed.onlyReads;
  }
}

/** ``sql`select id from users where email = ${email}` `` */
export function sql(strings: TemplateStringsArray, ...inserted: unknown[]): Sql {
  let step = templates.get(strings) ?? begin(strings);
  const values: unknown[] = [];
  for (const each of inserted) {
    if (each instanceof Sql) {
      step = step.after(each.composed);
      values.push(...each.values);
    } else {
      step = step.after(PARAMETER);
      values.push(each);
    }
  }
  step.composed ??= compose(strings, inserted);
  return new Sql(step.composed, values);
}

const trustedTexts = new Map<string, Sql>();

/** Text that goes into a statement as it is. Only for constants of ours and names from the configuration, never for input: each is kept. */
export function trusted(text: string): Sql {
  let fragment = trustedTexts.get(text);
  if (!fragment) {
    fragment = new Sql(new SqlText([text]), []);
    trustedTexts.set(text, fragment);
  }
  return fragment;
}

const PARAMETER = new SqlText(["", ""]);

/**
 * A template up to one of its insertions. Texts are composed once: a template is the same array at every call, and the fragments in it are few. To compose a
 * text each time, and to look at it again as the driver does, took longer than to send it.
 */
class Step {
  composed: SqlText | undefined;
  readonly #following = new Map<SqlText, Step>();

  after(inserted: SqlText): Step {
    let step = this.#following.get(inserted);
    if (!step) {
      step = new Step();
      this.#following.set(inserted, step);
    }
    return step;
  }
}

const templates = new WeakMap<TemplateStringsArray, Step>();

function begin(strings: TemplateStringsArray): Step {
  const step = new Step();
  templates.set(strings, step);
  return step;
}

function compose(strings: TemplateStringsArray, inserted: readonly unknown[]): SqlText {
  const parts: string[] = [strings[0] as string];
  const append = ([first, ...others]: readonly string[]) => parts.push((parts.pop() as string) + first, ...others);
  inserted.forEach((each, index) => {
    append((each instanceof Sql ? each.composed : PARAMETER).parts);
    append([strings[index + 1] as string]);
  });
  return new SqlText(parts);
}
