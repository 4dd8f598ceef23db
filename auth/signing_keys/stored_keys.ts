// The signing keys that are stored. Each step is a version of the settings, with an author, a reason and an undo.
import type { KeyObject } from "node:crypto";
import type { Db } from "../../kernel/sql/database.ts";
import { signingKeys } from "../config/keys.ts";
import { jwt } from "../config/tokens.ts";
import type { AuthConfig } from "../config.ts";
import type { AuthCaller, AuthInput, AuthWorld } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { longestTokenLife } from "../keys/token_lives.ts";
import { openDocument, type SettingsDocument } from "../settings/document.ts";
import { listVersionsOf, readCountingVersions } from "../settings/queries.ts";
import { inForce } from "../settings/start_settings.ts";
import { type ChangeOutcome, storeChange } from "../settings/store_change.ts";
import type { Keys } from "./key_list.ts";
import { type KeysMoment, type KeyTimes, timesOf } from "./key_times.ts";

const NAME = jwt.jwtKeys.env;

export const isLocked = ({ origin }: AuthConfig): boolean => origin.sourceOf(jwt.jwtKeys) === "environment";

const MOST_VERSIONS = 200;

type MomentInput = Pick<AuthWorld, "db" | "serverKeys"> & { now: Date };

/** `isStored`: whether the keys that count are those that are stored. */
export async function readMoment({ db, now, serverKeys }: MomentInput, isStored: boolean): Promise<KeysMoment> {
  return {
    times: isStored ? await readKeyTimes(db, serverKeys.settings) : new Map(),
    longestSeconds: await longestTokenLife(db, now),
  };
}

async function readKeyTimes(db: Db, key: KeyObject): Promise<ReadonlyMap<string, KeyTimes>> {
  const versions = await listVersionsOf(db, NAME, MOST_VERSIONS);
  return timesOf(
    versions
      .toReversed()
      .map(({ document, created_at: countsFrom, confirm_before: end, has_lapsed: hasLapsed }) => ({
        keys: readKeys(document, key) ?? [],
        countsFrom,
        lapsedAt: hasLapsed ? end : null,
      })),
  );
}

/** Undefined: they cannot be opened. */
function readKeys(document: SettingsDocument, key: KeyObject): Keys | undefined {
  const { texts, unreadable } = openDocument(document, key);
  if (unreadable.includes(NAME)) return undefined;
  const text = texts[NAME];
  return text === undefined ? [] : signingKeys.read(text);
}

type Input = Omit<AuthInput<unknown>, "body"> & { caller: AuthCaller };
export type KeyStep = "add" | "sign" | "retire";

/** `change` gets the keys that are stored, and throws where they cannot be changed so. */
export async function changeKeys(
  input: Input,
  { step, kid }: { step: KeyStep; kid: string },
  change: (keys: Keys) => Keys | Promise<Keys>,
): Promise<ChangeOutcome & { keys: Keys }> {
  const { config, db, serverKeys } = input;
  if (isLocked(config)) throw fail.settingLocked({ values: { name: NAME } });
  if (!config.settingsEnabled) throw fail.signingKeysIgnored({ values: { variable: config.variableOf("settingsEnabled") } });
  const { version, document } = inForce(await readCountingVersions(db));
  const before = readKeys(document, serverKeys.settings);
  if (!before) throw fail.signingKeysUnreadable();
  const keys = await change(before);
  const outcome = await storeChange(input, {
    base: version,
    changes: { [NAME]: keys.length === 0 ? null : JSON.stringify(keys) },
    traits: { signing_key: kid, step },
    skipsTrials: true,
    isDryRun: false,
  });
  return { ...outcome, keys };
}
