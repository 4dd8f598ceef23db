// The operator's mails in a language: the variables of subjects and templates with the language behind them, such as
// MAILER_SUBJECTS_RECOVERY_PT. Names of kinds end in longer words, so no language is the end of another variable's name.
import { type ConfigEntry, type ConfigReader, type ConfigTable, configTable } from "../../kernel/config/config.ts";
import { text } from "../../kernel/config/formats.ts";
import { mailer, subject, template } from "./mail.ts";
import { notifications } from "./notifications.ts";

const KINDS = { ...mailer, ...notifications };

type TextKey = Extract<keyof typeof KINDS, `mailerSubjects${string}` | `mailerTemplates${string}`>;

/** By language, as a tag in lower case; then by the variable that they stand in for. */
export type MailTextsByLanguage = Readonly<Record<string, Readonly<Partial<Record<TextKey, string>>>>>;

const BUILT_IN = /^(pt|en)\b/;
const SHAPE = /^[A-Z]{2,3}(_[A-Z0-9]{2,8}){0,3}$/;
const LANGUAGE_NAMES = new Intl.DisplayNames("en", { type: "language", fallback: "none" });

export function readMailTexts(reader: ConfigReader): MailTextsByLanguage {
  const tables: Record<string, Record<string, ConfigEntry>> = {};
  for (const [key, { initial: _initial, ...entry }] of Object.entries<ConfigEntry>(pick(KINDS)))
    for (const suffix of reader.suffixesOf(entry).filter((each) => SHAPE.test(each))) {
      const named = { ...entry, env: `${entry.env}_${suffix}` };
      const tag = tagOf(suffix);
      if (tag === undefined) warnOfNoLanguage(reader, named, suffix);
      else tables[tag] = { ...tables[tag], [key]: named };
    }
  for (const [tag, table] of Object.entries(tables)) warnOfHalves(reader, tag, table);
  return Object.fromEntries(Object.entries(tables).map(([tag, table]) => [tag, reader.read(table)]));
}

/** The entry of a variable such as MAILER_SUBJECTS_RECOVERY_PT, by its name without a prefix. */
export function mailTextEntry(name: string): ConfigEntry | undefined {
  for (const { initial: _initial, ...entry } of Object.values<ConfigEntry>(pick(KINDS))) {
    const suffix = name.startsWith(`${entry.env}_`) ? name.slice(entry.env.length + 1) : "";
    if (SHAPE.test(suffix) && tagOf(suffix) !== undefined) return { ...entry, env: name };
  }
  return undefined;
}

/** The entries as the docs show them: `<K>` stands for the kind of mail, `<L>` for the language. */
export const mailTextsTable = configTable({
  mailerSubjects: {
    ...withoutInitial(subject("<K>_<L>", "")),
    unset: "the subject for everybody",
    doc: "Subject of this mail in this language.",
  },
  mailerTemplates: {
    ...template("<K>_<L>"),
    unset: "the template for everybody",
    doc: "HTML template of this mail in this language. When it cannot be had, the built-in body is sent.",
  },
});

function withoutInitial({ initial: _initial, ...entry }: ReturnType<typeof subject>) {
  return entry;
}

function pick(table: ConfigTable): ConfigTable {
  return Object.fromEntries(Object.entries(table).filter(([key]) => /^mailer(Subjects|Templates)/.test(key)));
}

/** `PT_BR` is `pt-br`; undefined for what is no language. */
function tagOf(suffix: string): string | undefined {
  const tag = suffix.replaceAll("_", "-").toLowerCase();
  const [language = ""] = tag.split("-", 1);
  return LANGUAGE_NAMES.of(language) === undefined ? undefined : tag;
}

function warnOfNoLanguage(reader: ConfigReader, entry: ConfigEntry, suffix: string): void {
  // Read, so that it is not told once more as a name that is not known.
  reader.read({ text: { ...entry, format: text } });
  reader.warn(entry, `${suffix} names no language, it has no effect`);
}

/** A mail that is half in another language is sent, and seldom meant. */
function warnOfHalves(reader: ConfigReader, tag: string, table: Record<string, ConfigEntry>): void {
  for (const [key, entry] of Object.entries(table)) {
    const isSubject = key.startsWith("mailerSubjects");
    const otherKey = isSubject ? key.replace("Subjects", "Templates") : key.replace("Templates", "Subjects");
    const other = KINDS[otherKey as TextKey];
    const isWhole = table[otherKey] !== undefined && reader.isSet(table[otherKey]);
    if (!reader.isSet(entry) || isWhole || (BUILT_IN.test(tag) && !reader.isSet(other))) continue;
    const name = entry.env.replace(isSubject ? "SUBJECTS" : "TEMPLATES", isSubject ? "TEMPLATES" : "SUBJECTS");
    reader.warn(entry, `${name} is not set, so the ${isSubject ? "body" : "subject"} of the mail is in another language`);
  }
}
