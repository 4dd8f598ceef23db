// Changes settings: checks and tries them, stores a version, and follows it here. Other replicas hear of it.
import { adminActOf } from "../admin/admin_act.ts";
import type { Changes } from "../audit/changes.ts";
import { logAct } from "../audit/log_act.ts";
import { canLockOut, needsRestart } from "../config/stored.ts";
import type { AuthCaller, AuthInput } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { isOperator } from "../grants/administrator.ts";
import { findSetting } from "./catalogue.ts";
import { checkEach, checkTogether } from "./check_change.ts";
import {
  changeDocument,
  describeChanges,
  effectiveChanges,
  openDocument,
  type SettingChanges,
  type SettingTexts,
} from "./document.ts";
import { lockOutProblem } from "./lock_out.ts";
import { type CountingVersions, insertVersion, lockVersions, notifyOfSettings, readCountingVersions } from "./queries.ts";
import { listOwnerWays } from "./queries_owners.ts";
import { throwIfSecretsMove } from "./secret_destinations.ts";
import { hasRightsFor } from "./setting_rights.ts";
import { inForce } from "./start_settings.ts";
import { type Trial, tryChange } from "./trials.ts";

/** As long as the issue of a wrong setting may last. */
export const CONFIRM_SECONDS = 60;

type Input = Omit<AuthInput<unknown>, "body"> & { caller: AuthCaller };

export interface RequestedChange {
  /** The version that the caller has read. */
  base: number;
  changes: SettingChanges;
  undoes?: number;
  /** What the entry of the log says besides. */
  traits?: Readonly<Record<string, string>>;
  /** Without what asks other servers. */
  skipsTrials: boolean;
  /** Stores nothing, and tries nothing. */
  isDryRun: boolean;
}

export interface ChangeOutcome {
  /** That counts now; in a dry run, that counted before. */
  version: number;
  changes: Changes;
  trials: Trial[];
  /** Until then it counts without a confirmation. */
  confirmBefore: Date | null;
  /** Names of those that count after the next start. */
  awaitingRestart: string[];
}

export async function storeChange(input: Input, request: RequestedChange): Promise<ChangeOutcome> {
  const { config, db, now } = input;
  const counting = await readCountingVersions(db);
  const { before, unreadable, changes } = readChange(input, request, counting);
  const names = Object.keys(changes);
  const outcome = {
    version: request.base,
    changes: describeChanges(before, changes),
    trials: [] as Trial[],
    confirmBefore: null,
    awaitingRestart: names.filter(isReadAtStart),
  };
  if (names.length === 0) return outcome;
  const next = checkTogether(
    config,
    applied(before, changes),
    unreadable.filter((name) => !names.includes(name)),
  );
  const problem = lockOutProblem(config, next, await listOwnerWays(db, now));
  if (problem !== undefined) throw fail.settingsLockOut({ values: { problem } });
  if (request.isDryRun) return outcome;
  const trials = request.skipsTrials ? [] : await tryChange(next, names, db, now);
  throwIfFailed(trials);
  const { version, confirm_before: confirmBefore } = await writeVersion(input, { ...request, changes }, outcome.changes);
  await input.settings.follow();
  return { ...outcome, version, confirmBefore, trials };
}

/** What would change. Throws where it may not be, or where another version counts than the caller has read. */
function readChange(
  { config, serverKeys, caller }: Input,
  { base, changes: all, isDryRun }: RequestedChange,
  counting: CountingVersions,
) {
  throwIfConflict(counting, base);
  const { document } = inForce(counting);
  const { texts: before, unreadable } = openDocument(document, serverKeys.settings);
  const isBlind = isDryRun && !hasRightsFor(caller, Object.keys(all));
  const changes = effectiveChanges(document, before, all, isBlind);
  checkEach(config, changes);
  if (!actsAsOperator(caller)) throwIfSecretsMove(config, changes, all);
  return { before, unreadable, changes };
}

function throwIfConflict(counting: CountingVersions, base: number): void {
  if (counting.pending) throw fail.settingsUnconfirmed({ values: { version: counting.pending.version } });
  const { version } = inForce(counting);
  if (version !== base) throw fail.settingsChanged({ values: { version } });
}

function applied(before: SettingTexts, changes: SettingChanges): SettingTexts {
  const entries = Object.entries({ ...before, ...changes });
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => entry[1] !== null));
}

function throwIfFailed(trials: readonly Trial[]): void {
  const failed = trials.filter(({ outcome }) => outcome === "failed");
  if (failed.length === 0) return;
  const problem = failed.map(({ name, detail }) => `${name}: ${detail}`).join("; ");
  throw fail.settingTrialFailed({ values: { problem } });
}

/** The trials took a while, so what counts is read again, with nobody else writing. */
function writeVersion(input: Input, { base, changes, undoes, traits }: RequestedChange, described: Changes) {
  const act = adminActOf(input);
  return input.db.transaction(async (tx) => {
    await lockVersions(tx);
    const counting = await readCountingVersions(tx);
    throwIfConflict(counting, base);
    const document = changeDocument(inForce(counting).document, changes, input.serverKeys.settings);
    const inserted = await insertVersion(tx, {
      base,
      document,
      changes: described,
      author: act.administrator,
      reason: act.administrator.reason,
      undoes: undoes ?? null,
      now: input.now,
      confirmSeconds: needsConfirmation(input.caller, Object.keys(described)) ? CONFIRM_SECONDS : undefined,
    });
    const numbers = { settings_version: inserted.version, ...(undoes !== undefined && { undoes }) };
    await logAct(tx, act, {
      action: "settings_changed",
      actor: act.actor,
      traits: { ...numbers, ...traits },
      changes: described,
    });
    await notifyOfSettings(tx);
    return inserted;
  });
}

/** Whoever has the database, or the secret that signs, can always come back, and reads every secret anyway. */
const actsAsOperator = ({ administrator }: AuthCaller): boolean => !administrator || isOperator(administrator);

function needsConfirmation(caller: AuthCaller, names: readonly string[]): boolean {
  if (actsAsOperator(caller)) return false;
  return names.some((name) => {
    const setting = findSetting(name);
    return setting !== undefined && canLockOut(setting.entry);
  });
}

function isReadAtStart(name: string): boolean {
  const setting = findSetting(name);
  return setting !== undefined && needsRestart(setting.entry);
}
