// Settings as a file for git: lines as in a .env file, without a prefix. `NAME=` takes a setting away.
import { readFile } from "node:fs/promises";
import { text as readAll } from "node:stream/consumers";
import { parseEnv } from "node:util";
import { OperatorError } from "../../kernel/process/operator_error.ts";
import { type Changes, type Setting, withoutPrefix } from "./settings.ts";

/** `-` is standard input. Names may have the prefix of the environment. */
export async function readSettingsFile(file: string): Promise<Changes> {
  const text =
    file === "-"
      ? await readAll(process.stdin)
      : await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
          throw new OperatorError(`${file} cannot be read (${error.code}).`);
        });
  const lines = Object.entries(parseEnv(text.replace(/^\uFEFF/, "")));
  if (lines.length === 0) throw new OperatorError(`${file} names no setting. It has lines such as PASSWORD_MIN_LENGTH=10.`);
  return Object.fromEntries(lines.map(([name, value = ""]) => [withoutPrefix(name), value.trim() === "" ? null : value]));
}

/** What is stored; secrets by their names alone. */
export function settingsFile(settings: readonly Setting[]): string {
  const stored = settings.filter((each) => each.stored);
  const sections = [...new Set(stored.map(({ section }) => section))];
  return sections
    .map((section) => [`# ${section}`, ...stored.filter((each) => each.section === section).map(lineOf)].join("\n"))
    .join("\n\n");
}

function lineOf({ name, value, secret, source }: Setting): string {
  if (secret) return `# ${name} is stored, and not shown`;
  if (source === "environment") return `# ${name} is stored, and the environment overrules it`;
  const quoted = quote(value ?? "");
  return quoted === undefined
    ? `# ${name} is stored, and has quotes of every kind, which such a file cannot have`
    : `${name}=${quoted}`;
}

/** Within double quotes alone, a backslash means something. */
function quote(text: string): string | undefined {
  if (/^[\w.,:;/@+*-]+$/.test(text)) return text;
  const mark = ["'", "`"].find((each) => !text.includes(each)) ?? (/["\\]/.test(text) ? undefined : '"');
  return mark && mark + text + mark;
}
