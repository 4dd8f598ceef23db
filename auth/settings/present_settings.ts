// Settings as administrators see them: what counts, where it comes from, and who may change it. Secrets are never shown.
import { type Static, Type } from "typebox";
import type { ConfigEntry, ConfigSource } from "../../kernel/config/config.ts";
import { defaultText } from "../../kernel/config/docs.ts";
import { maskCredentials } from "../../kernel/config/mask_credentials.ts";
import { mailTextEntry } from "../config/mail_texts.ts";
import { type ChangedBy, canLockOut, changedBy, needsRestart } from "../config/stored.ts";
import type { ConfigOrigin } from "../config.ts";
import { findSetting, SETTINGS, type Setting } from "./catalogue.ts";
import type { SettingsDocument } from "./document.ts";

export const SettingReply = Type.Object({
  name: Type.String({ description: "The variable without a prefix" }),
  section: Type.String(),
  doc: Type.String(),
  allowed: Type.String(),
  default: Type.String({ description: "Empty where there is none" }),
  value: Type.Union([Type.String(), Type.Null()], {
    description: "As it is written; null for secrets, and where the default counts",
  }),
  source: Type.Unsafe<ConfigSource>({
    type: "string",
    enum: ["environment", "settings", "start", "default"],
    description: "start: the program that starts the service",
  }),
  variable: Type.String({ description: "As the environment has it, or would have it" }),
  locked: Type.Boolean({ description: "Set by the environment, which wins" }),
  secret: Type.Boolean(),
  stored: Type.Boolean({ description: "Whether something is stored for it, which may be locked, or wait for a restart" }),
  needs_restart: Type.Boolean(),
  needs_confirmation: Type.Boolean({ description: "A change counts for a minute unless it is confirmed" }),
  changed_by: Type.Unsafe<ChangedBy>({ type: "string", enum: ["owners", "security", "admins"] }),
});

type SettingView = Static<typeof SettingReply>;

export function presentSettings(origin: ConfigOrigin, document: SettingsDocument): SettingView[] {
  const byLanguage = Object.keys(document)
    .filter((name) => mailTextEntry(name) !== undefined)
    .sort()
    .map(findSetting)
    .filter((setting) => setting !== undefined);
  return [...SETTINGS, ...byLanguage].map((setting) => present(setting, origin, document));
}

function present({ name, section, entry }: Setting, origin: ConfigOrigin, document: SettingsDocument): SettingView {
  const source = origin.sourceOf(entry);
  return {
    name,
    section,
    doc: entry.doc,
    allowed: entry.format.allowed,
    default: entry.unset ?? defaultText(entry),
    value: displayText(entry, origin),
    source,
    variable: origin.nameOf(entry),
    locked: source === "environment",
    secret: entry.secret === true,
    stored: Object.hasOwn(document, name),
    needs_restart: needsRestart(entry),
    needs_confirmation: canLockOut(entry),
    changed_by: changedBy(entry),
  };
}

function displayText(entry: ConfigEntry, origin: ConfigOrigin): string | null {
  const text = entry.secret ? undefined : origin.textOf(entry);
  return text === undefined ? null : maskCredentials(text);
}
