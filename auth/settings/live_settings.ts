// The settings that count now. Every replica hears of a change by a notification, and looks every few seconds in case it missed one.
import type { KeyObject } from "node:crypto";
import type { Log } from "../../kernel/log/log.ts";
import type { Database } from "../../kernel/sql/database.ts";
import { listen } from "../../kernel/sql/listen.ts";
import { needsRestart } from "../config/stored.ts";
import type { AuthConfig } from "../config.ts";
import { findSetting } from "./catalogue.ts";
import { openDocument, type SettingTexts } from "./document.ts";
import { type CountingVersion, readCountingVersions, SETTINGS_CHANNEL } from "./queries.ts";
import { configWith, inForce, NOTHING, type StartSettings } from "./start_settings.ts";

export interface LiveSettings {
  /** By which this process runs; 0 where nothing is stored. */
  readonly version: number;
  /** Names of settings that count after the next start. */
  readonly awaitingRestart: readonly string[];
  /** False where the version that counts does not fit this process, which goes on with the one before. */
  readonly fits: boolean;
  /** Resolves when the version that counts has been looked for, and is followed. */
  follow(): Promise<void>;
  stop(): Promise<void>;
}

export interface SettingsWorld {
  config: AuthConfig;
  db: Database;
  log: Log;
  key: KeyObject;
}

const LOOK_EVERY_MS = 5_000;

/** `apply` makes everything that follows from a configuration. */
export function followSettings(
  { config, db, log, key }: SettingsWorld,
  start: StartSettings,
  apply: (config: AuthConfig) => Promise<void>,
): LiveSettings {
  const state = { version: start.version, awaitingRestart: [] as string[], fits: true };
  let lapse: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;
  let isOver = false;

  async function look(): Promise<void> {
    const versions = await readCountingVersions(db);
    clearTimeout(lapse);
    await take(inForce(versions));
    if (versions.pending && !isOver) awaitConfirmation(versions.pending.leftMs, versions.confirmed ?? NOTHING);
  }

  /** The version before counts again, even if the database cannot be asked then. */
  function awaitConfirmation(leftMs: number, confirmed: CountingVersion): void {
    lapse = setTimeout(() => void follow().catch(() => take(confirmed)), Math.max(leftMs, 0) + 1);
    lapse.unref();
  }

  async function take({ version, document }: CountingVersion): Promise<void> {
    if (version === state.version) return;
    const { texts, unreadable } = openDocument(document, key);
    const { config: next, faults } = configWith(config, beforeRestart(texts, start.texts), unreadable);
    try {
      if (faults.length > 0) throw new Error(faults.join("; "));
      await apply(next);
      state.fits = true;
      log.info({ version }, "settings changed");
    } catch (error) {
      state.fits = false;
      log.error({ err: error, version }, "stored settings do not fit this process, which goes on with those before");
    }
    state.version = version;
    state.awaitingRestart = differingNames(texts, start.texts).filter(isReadAtStart);
  }

  function follow(): Promise<void> {
    const next = (looking ?? Promise.resolve()).catch(() => {}).then(look);
    looking = next;
    return next;
  }

  const lookQuietly = () => void follow().catch(() => {});
  const listening = listen({
    url: config.databaseUrl,
    channel: SETTINGS_CHANNEL,
    name: `cofre ${config.dbNamespace} settings`,
    onNotify: (schema) => {
      if (schema === undefined || schema === config.dbNamespace) lookQuietly();
    },
  });
  const timer = setInterval(lookQuietly, LOOK_EVERY_MS);
  timer.unref();
  return Object.assign(state, {
    follow,
    stop: async () => {
      isOver = true;
      clearInterval(timer);
      await listening.stop();
      await looking?.catch(() => {});
      clearTimeout(lapse);
    },
  });
}

/** What is stored is ignored. */
export const ignoredSettings: LiveSettings = {
  version: 0,
  awaitingRestart: [],
  fits: true,
  follow: async () => {},
  stop: async () => {},
};

const isReadAtStart = (name: string): boolean => {
  const setting = findSetting(name);
  return setting !== undefined && needsRestart(setting.entry);
};

function differingNames(texts: SettingTexts, others: SettingTexts): string[] {
  const names = new Set([...Object.keys(texts), ...Object.keys(others)]);
  return [...names].filter((name) => texts[name] !== others[name]);
}

/** Those that are read once stay as they were at the start. */
function beforeRestart(texts: SettingTexts, start: SettingTexts): SettingTexts {
  const live = Object.entries(texts).filter(([name]) => !isReadAtStart(name));
  const kept = Object.entries(start).filter(([name]) => isReadAtStart(name));
  return Object.fromEntries([...live, ...kept]);
}
