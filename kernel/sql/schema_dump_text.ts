// The words of a schema dump: pieces, comments, lower case.

/** One object of a schema with all that belongs to it alone. */
export interface Piece {
  /** The catalogue and the object's number in it: `pg_class:16384`. */
  key: string;
  /** Its statements. `written` holds the keys of what stands above and its own; statements in `later` come below everything. */
  write(written: ReadonlySet<string>, later: string[]): string;
}

/** `comment on` one object, or nothing. */
export function commentOn(object: string, comment: string | null): string {
  return comment === null ? "" : `comment on ${object} is ${literal(comment)};\n`;
}

export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

const QUOTED_OR_NOT = /"(?:[^"]|"")*"|'(?:[^']|'')*'|(\$\w*\$)[\s\S]*?\1|[^"'$]+|\$/g;

/** PostgreSQL writes its own words in capitals. Names that need capitals are quoted, so all else may be lowered. */
export function lowerCase(text: string): string {
  return text.replace(QUOTED_OR_NOT, (part) => (/^["'$]/.test(part) ? part : part.toLowerCase()));
}

/** PostgreSQL spells out the one type whose short name everybody writes. */
export function typeName(type: string): string {
  return type.replace(/^timestamp(\(\d\))? with time zone/, "timestamptz$1");
}

/** `with (...)` of a table or view, from the `name=value` texts of the catalogue. */
export function storageOptions(options: readonly string[] | null): string {
  if (options === null) return "";
  const shown = options.map((option) => {
    const split = option.indexOf("=");
    return `${option.slice(0, split)} = ${literal(option.slice(split + 1))}`;
  });
  return ` with (${shown.join(", ")})`;
}

export interface SequenceFacts {
  type: string;
  start: string;
  increment: string;
  least: string;
  most: string;
  cache: string;
  cycle: boolean;
}

const MOST_OF_TYPE: Record<string, string> = { smallint: "32767", integer: "2147483647", bigint: "9223372036854775807" };
const LEAST_OF_TYPE: Record<string, string> = { smallint: "-32768", integer: "-2147483648", bigint: "-9223372036854775808" };

/** What differs from a sequence that is made without any option. */
export function sequenceOptions({ type, start, increment, least, most, cache, cycle }: SequenceFacts): string[] {
  const down = increment.startsWith("-");
  const usualLeast = down ? LEAST_OF_TYPE[type] : "1";
  const usualMost = down ? "-1" : MOST_OF_TYPE[type];
  return [
    ...(increment === "1" ? [] : [`increment by ${increment}`]),
    ...(least === usualLeast ? [] : [`minvalue ${least}`]),
    ...(most === usualMost ? [] : [`maxvalue ${most}`]),
    ...(start === (down ? most : least) ? [] : [`start with ${start}`]),
    ...(cache === "1" ? [] : [`cache ${cache}`]),
    ...(cycle ? ["cycle"] : []),
  ];
}
