// Every variable that may be stored as a setting, in the order of the documentation.
import type { ConfigEntry } from "../../kernel/config/config.ts";
import { HOOKS, hookTable } from "../config/hooks.ts";
import { mailTextEntry } from "../config/mail_texts.ts";
import { providerTable } from "../config/providers.ts";
import { isEnvironmentOnly } from "../config/stored.ts";
import { configDocument, PROVIDERS } from "../config.ts";

export interface Setting {
  /** Its variable without a prefix. */
  name: string;
  entry: ConfigEntry;
  /** As in the documentation; of providers and hooks, one each. */
  section: string;
}

const VARIABLES = configDocument.sections.flatMap(({ title, table }) => expand(title, Object.values(table)));

export const SETTINGS: readonly Setting[] = VARIABLES.filter(({ entry }) => !isEnvironmentOnly(entry));

const BY_NAME: ReadonlyMap<string, Setting> = new Map(SETTINGS.map((setting) => [setting.name, setting]));
const OF_ENVIRONMENT = new Set(VARIABLES.map(({ name }) => name).filter((name) => !BY_NAME.has(name)));
const MAILS_BY_LANGUAGE = "Mails by language";

/** Mails in a language have no end of names, so they are not among SETTINGS. */
export function findSetting(name: string): Setting | undefined {
  const entry = BY_NAME.has(name) || OF_ENVIRONMENT.has(name) ? undefined : mailTextEntry(name);
  return entry ? { name, entry, section: MAILS_BY_LANGUAGE } : BY_NAME.get(name);
}

/** A variable that only the environment may set. */
export const isOfEnvironment = (name: string): boolean => OF_ENVIRONMENT.has(name);

/** In the documentation `<P>` and `<H>` stand for each provider and each hook. */
function expand(title: string, entries: readonly ConfigEntry[]): Setting[] {
  const [first] = entries;
  if (first?.env.includes("<P>")) return PROVIDERS.flatMap((name) => settingsOf(name, Object.values(providerTable(name))));
  if (first?.env.includes("<H>"))
    return Object.values(HOOKS).flatMap(({ variable, wire }) => settingsOf(wire, Object.values(hookTable(variable))));
  return first?.env.includes("<L>") ? [] : settingsOf(title, entries);
}

function settingsOf(section: string, entries: readonly ConfigEntry[]): Setting[] {
  return entries.map((entry) => ({ name: entry.env, entry, section }));
}
