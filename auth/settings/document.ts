// What a version has stored: values by name, of which those of secret variables are sealed.
import type { KeyObject } from "node:crypto";
import { maskCredentials } from "../../kernel/config/mask_credentials.ts";
import { seal, unseal } from "../../kernel/seal.ts";
import type { Changes } from "../audit/changes.ts";
import { findSetting } from "./catalogue.ts";

export type StoredValue = { value: string } | { sealed: string };
export type SettingsDocument = Readonly<Record<string, StoredValue>>;

/** In the clear, by name without a prefix. */
export type SettingTexts = Readonly<Record<string, string>>;

/** Null takes the setting away. */
export type SettingChanges = Readonly<Record<string, string | null>>;

export const isSecret = (name: string): boolean => findSetting(name)?.entry.secret === true;

export function changeDocument(document: SettingsDocument, changes: SettingChanges, key: KeyObject): SettingsDocument {
  const kept = Object.entries(document).filter(([name]) => !Object.hasOwn(changes, name));
  const set = Object.entries(changes).filter((change): change is [string, string] => change[1] !== null);
  return Object.fromEntries([...kept, ...set.map(([name, text]) => [name, storedValue(name, text, key)] as const)]);
}

function storedValue(name: string, text: string, key: KeyObject): StoredValue {
  return isSecret(name) ? { sealed: seal(key, text, labelOf(name)).toString("base64") } : { value: text };
}

const labelOf = (name: string) => `settings ${name}`;

/** The names of secrets that cannot be opened are in `unreadable`: SECRET_KEY or JWT_SECRET is another than when they were stored. */
export function openDocument(document: SettingsDocument, key: KeyObject): { texts: SettingTexts; unreadable: string[] } {
  const texts: Record<string, string> = {};
  const unreadable: string[] = [];
  for (const [name, stored] of Object.entries(document)) {
    const text = "value" in stored ? stored.value : unseal(key, Buffer.from(stored.sealed, "base64"), labelOf(name));
    if (text === undefined) unreadable.push(name);
    else texts[name] = text;
  }
  return { texts, unreadable };
}

/**
 * Without those that would leave everything as it is. A secret that cannot be opened can still be taken away.
 * `isBlind`: a secret counts as changed even if it is the same, so that nobody can guess it.
 */
export function effectiveChanges(
  document: SettingsDocument,
  before: SettingTexts,
  changes: SettingChanges,
  isBlind = false,
): SettingChanges {
  const differs = ([name, text]: [string, string | null]) =>
    text === null ? name in document : before[name] !== text || (isBlind && isSecret(name));
  return Object.fromEntries(Object.entries(changes).filter(differs));
}

const HIDDEN = "(hidden)";

/** For people: secrets are named and not shown. */
export function describeChanges(before: SettingTexts, changes: SettingChanges): Changes {
  const names = Object.keys(changes).sort();
  return Object.fromEntries(
    names.map((name) => [name, { before: display(name, before[name] ?? null), after: display(name, changes[name] ?? null) }]),
  );
}

const display = (name: string, text: string | null) => (text === null ? null : isSecret(name) ? HIDDEN : maskCredentials(text));
