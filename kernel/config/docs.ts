// Renders configuration tables as Markdown, so that docs and code cannot differ.
import { type ConfigEntry, type ConfigTable, namesOf } from "./config.ts";

export interface ConfigDocument {
  /** Path of the rendered file from the root of the repository. */
  path: string;
  title: string;
  /** The docs show the first one. */
  prefixes: readonly string[];
  /** The service's own paragraphs, after the general rules. */
  notes?: readonly string[];
  sections: readonly ConfigSection[];
}

export interface ConfigSection {
  title: string;
  note?: string;
  table: ConfigTable;
}

const RULES = [
  "Variables come from the environment and from a file named `.env` in the working directory; a variable of the environment wins. An" +
    " empty variable counts as unset. Where a variable has several names, the first of the list wins.",
  "Booleans are `true` or `false` (also `1`, `0`, `t`, `f`). Durations are a number of seconds, or a number with a unit: `ns`, `us`, `ms`," +
    " `s`, `m`, `h`, also in a row as in `1h30m`. Lists are separated by commas.",
  "A bad value stops the start with one line that names the variable, what was found and what is allowed; all of them are reported" +
    " together. Variables marked *cosmetic* only give a warning, and their default is used. Values of variables marked *secret* are never shown.",
];

export function renderConfigDocument(document: ConfigDocument): string {
  const blocks = [
    `# ${document.title}`,
    "<!-- Made from the configuration tables by `npm run generate`. Edit the tables, not this file. -->",
    ...RULES,
    ...(document.notes ?? []),
    ...document.sections.flatMap((section) => renderSection(section, document.prefixes)),
  ];
  return `${blocks.join("\n\n")}\n`;
}

function renderSection(section: ConfigSection, prefixes: readonly string[]): string[] {
  const rows = Object.values(section.table).map((entry) => renderRow(entry, prefixes));
  const table = ["| Variable | Other names | Allowed | Default | Meaning |", "|---|---|---|---|---|", ...rows].join("\n");
  return [`## ${section.title}`, ...(section.note ? [section.note] : []), table];
}

function renderRow(entry: ConfigEntry, prefixes: readonly string[]): string {
  const [first, ...others] = namesOf(entry, prefixes.slice(0, 1));
  const marks = [...(entry.secret ? ["secret"] : []), ...(entry.cosmetic ? ["cosmetic"] : [])];
  const allowed = entry.format.allowed + marks.map((mark) => `; *${mark}*`).join("");
  const cells = [`\`${first}\``, others.map((name) => `\`${name}\``).join(", "), allowed, renderDefault(entry), entry.doc];
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
}

export function renderDefault(entry: ConfigEntry): string {
  if (entry.required) return "**required**";
  if (entry.unset !== undefined) return entry.unset;
  const initial = defaultText(entry);
  return initial === "" ? "none" : `\`${initial}\``;
}

/** The default as an operator would write it; empty where there is none. */
export const defaultText = ({ initial }: ConfigEntry): string => showValue(initial);

function showValue(value: unknown): string {
  if (value === undefined) return "";
  if (Array.isArray(value)) return value.join(",");
  if (typeof value !== "object" || value === null) return String(value);
  return Object.keys(value).length === 0 ? "" : JSON.stringify(value);
}
