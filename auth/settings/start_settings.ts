// The configuration with what is stored, when the service starts.
import type { KeyObject } from "node:crypto";
import { OperatorError } from "../../kernel/process/operator_error.ts";
import type { Database } from "../../kernel/sql/database.ts";
import { type AuthConfig, type ConfigKey, keyOf } from "../config.ts";
import { SETTINGS } from "./catalogue.ts";
import { openDocument, type SettingTexts } from "./document.ts";
import { type CountingVersion, type CountingVersions, readCountingVersions } from "./queries.ts";

export interface StartSettings {
  config: AuthConfig;
  version: number;
  texts: SettingTexts;
}

/** What is stored does not fit the environment. */
export class UnfitSettings extends OperatorError {}

export const NOTHING: CountingVersion = { version: 0, document: {} };

export const inForce = ({ pending, confirmed }: CountingVersions): CountingVersion => pending ?? confirmed ?? NOTHING;

/** Throws `UnfitSettings`. */
export async function readStartSettings(config: AuthConfig, db: Database, key: KeyObject): Promise<StartSettings> {
  const { version, document } = config.settingsEnabled ? inForce(await readCountingVersions(db)) : NOTHING;
  if (version === 0) return { config, version, texts: {} };
  const { texts, unreadable } = openDocument(document, key);
  const { config: withSettings, faults } = configWith(config, texts, unreadable);
  if (faults.length === 0) return { config: withSettings, version, texts };
  const advice =
    `Stored settings (version ${version}) do not fit this environment. Change them with \`cofre config\`, or ignore them with ` +
    `${config.variableOf("settingsEnabled")}=false.`;
  throw new UnfitSettings([...faults, advice].join("\n"));
}

/** `unreadable`: names of secrets that cannot be opened. */
export function configWith(config: AuthConfig, texts: SettingTexts, unreadable: readonly string[] = []) {
  const reading = config.origin.withSettings(texts);
  const lost = unreadable.map(
    (name) => `${name}: the stored secret cannot be opened, because SECRET_KEY or JWT_SECRET is another than when it was stored`,
  );
  return { config: { ...reading.config, ...unstored(config) }, faults: [...reading.faults, ...lost] };
}

const FROM_SETTINGS = new Set<ConfigKey | "providers" | "hooks" | "mailerTexts" | "origin" | "variableOf">([
  ...SETTINGS.map(({ name }) => keyOf(name)).filter((key) => key !== undefined),
  ...(["providers", "hooks", "mailerTexts", "origin", "variableOf"] as const),
]);

/** What whoever starts the service has decided, beside the environment too. */
function unstored(config: AuthConfig): Partial<AuthConfig> {
  return Object.fromEntries(Object.entries(config).filter(([key]) => !FROM_SETTINGS.has(key as ConfigKey)));
}
