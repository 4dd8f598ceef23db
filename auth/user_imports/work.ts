// Works on imports of users in the background, part by part, on any replica: for some seconds on one, then the next goes on.
// A part is imported in the transaction that notes its results. So whatever ends a process, each user is imported once.

import type { Task } from "../../kernel/jobs.ts";
import type { Log } from "../../kernel/log/log.ts";
import { unseal } from "../../kernel/seal.ts";
import { DatabaseAway, type Db } from "../../kernel/sql/database.ts";
import { findAdministrator } from "../bulk_jobs/actor.ts";
import type { AuthWorld } from "../endpoint.ts";
import { hasRight } from "../grants/administrator.ts";
import type { Account } from "../moving_in/account.ts";
import { rehearse, type Written, writeAccounts } from "../moving_in/import_accounts.ts";
import { partLabel } from "./part_label.ts";
import {
  addCounts,
  addImportWork,
  type Counts,
  endPhase,
  leaseImport,
  listIdleImports,
  lockImport,
  renewImportLease,
  returnImportLease,
  WORK,
} from "./queries.ts";
import { type LineResult, lockNextPart, type Part, putResults, settlePart } from "./queries_lines.ts";
import { lineReader, type Parameters, type ReadLine } from "./sources.ts";
import type { UserImport } from "./user_import.ts";

interface WorkOptions extends Pick<AuthWorld, "db" | "config" | "serverKeys"> {
  log: Log;
  now: () => Date;
}

const SWEEP = "sweep_user_imports";
/** Longer than a part takes. */
const LEASE_SECONDS = 120;
const SLICE_MS = 5_000;
const MOST_SWEPT = 20;

/** The options are asked for each time, because settings change. */
export function workingOnUserImports(options: () => WorkOptions): { tasks: Record<string, Task>; cron: string } {
  return {
    tasks: {
      [WORK]: (payload) => workOnImport(options(), (payload as { id: string }).id),
      [SWEEP]: () => sweepImports(options()),
    },
    cron: `* * * * * ${SWEEP}\n`,
  };
}

export async function workOnImport(options: WorkOptions, id: string): Promise<void> {
  const { db } = options;
  const leased = await leaseImport(db, id, LEASE_SECONDS);
  if (!leased) return;
  try {
    await workOnLeased(options, leased);
  } finally {
    await returnImportLease(db, id);
  }
  await sweepImports(options);
}

async function workOnLeased(options: WorkOptions, leased: UserImport): Promise<void> {
  const { db, now } = options;
  let row: UserImport | undefined = leased;
  for (
    const over = performance.now() + SLICE_MS;
    row && performance.now() < over;
    row = await renewImportLease(db, row.id, LEASE_SECONDS)
  ) {
    if (row.state === "importing" && !(await stillMay(options, row))) {
      await endPhase(db, row.id, { from: ["importing"], to: "stopped", error: "right_missing", now: now() });
      return;
    }
    if (!(await workOnNextPart(options, row))) return finish(options, row);
  }
}

async function stillMay(options: WorkOptions, row: UserImport): Promise<boolean> {
  const administrator = await findAdministrator(options, row, options.now());
  return administrator !== undefined && hasRight(administrator, "users:import");
}

async function finish({ db, log, now }: WorkOptions, { id, state }: UserImport): Promise<void> {
  const to = state === "checking" ? "checked" : "done";
  if (await endPhase(db, id, { from: [state], to, now: now() }))
    log.info({ user_import_id: id, state: to }, "an import of users went on");
}

/** False where none is left. */
async function workOnNextPart(options: WorkOptions, row: UserImport): Promise<boolean> {
  try {
    return await workOnPart(options, row, new Set());
  } catch (error) {
    // Another attempt finds everything as it was.
    if (error instanceof DatabaseAway) throw error;
    options.log.error(
      { err: error, user_import_id: row.id },
      "a part of an import of users failed: its users are tried one by one",
    );
    return workOneByOne(options, row);
  }
}

/** A part that fails without those whom the database refuses would fail for ever. */
async function workOneByOne(options: WorkOptions, row: UserImport): Promise<boolean> {
  try {
    return await workOnPart(options, row, await findUnstorable(options, row));
  } catch (error) {
    if (error instanceof DatabaseAway) throw error;
    options.log.error({ err: error, user_import_id: row.id }, "an import of users was stopped");
    await endPhase(options.db, row.id, { from: [row.state], to: "stopped", error: "unexpected_failure", now: options.now() });
    return true;
  }
}

/** `unstorable`: ids of accounts that the database refuses. */
function workOnPart(options: WorkOptions, row: UserImport, unstorable: ReadonlySet<string>): Promise<boolean> {
  const { db, config, serverKeys } = options;
  return db.transaction(async (tx) => {
    const locked = await lockImport(tx, row.id);
    if (locked?.state !== row.state) return false;
    const part = await lockNextPart(tx, row.id);
    if (!part) return false;
    const lines = readLines(options, row, part);
    const accounts = accountsOf(lines).filter(({ id }) => !unstorable.has(id));
    const isImport = row.state === "importing";
    const written = isImport
      ? await writeAccounts(tx, { serverKeys, config }, accounts)
      : await rehearse({ db, serverKeys, config }, accounts);
    const results = resultsOf(lines, written, { firstLine: part.first_line, keepsNames: !isImport });
    await note(tx, row.id, results);
    await settlePart(tx, row.id, part.number, !isImport);
    return true;
  });
}

async function note(tx: Db, id: string, results: readonly LineResult[]): Promise<void> {
  const count = (outcome: LineResult["outcome"]) => results.filter((each) => each.outcome === outcome).length;
  const counts: Counts = {
    imported: count("imported"),
    existing: count("existing"),
    refused: count("refused"),
    incomplete: results.filter(({ outcome, notes }) => outcome === "imported" && notes.length > 0).length,
  };
  await putResults(tx, id, results);
  await addCounts(tx, id, counts);
}

function readLines(
  { serverKeys, now }: WorkOptions,
  { id, source, sealed_parameters: sealed }: UserImport,
  part: Part,
): ReadLine[] {
  const parameters = sealed ? (JSON.parse(unseal(serverKeys.imports, sealed, id) ?? "{}") as Parameters) : {};
  const text = unseal(serverKeys.imports, part.sealed, partLabel(id, part.number));
  if (text === undefined) throw new Error("the lines were encrypted with another SECRET_KEY");
  return text.split("\n").map(lineReader(source, parameters, now()));
}

const accountsOf = (lines: readonly ReadLine[]): Account[] => lines.flatMap(({ account }) => account ?? []);

async function findUnstorable(options: WorkOptions, row: UserImport): Promise<Set<string>> {
  const { db, config, serverKeys, log } = options;
  const part = await db.transaction((tx) => lockNextPart(tx, row.id));
  const refused = new Set<string>();
  for (const account of part ? accountsOf(readLines(options, row, part)) : []) {
    await rehearse({ db, serverKeys, config }, [account]).catch((error: Error) => {
      if (error instanceof DatabaseAway) throw error;
      log.warn({ err: error, user_import_id: row.id }, "a user cannot be imported");
      refused.add(account.id);
    });
  }
  return refused;
}

function resultsOf(
  lines: readonly ReadLine[],
  { importedIds, existingIds, skipped }: Written,
  { firstLine, keepsNames }: { firstLine: number; keepsNames: boolean },
): LineResult[] {
  const notesOf = Map.groupBy(skipped, ({ id }) => id);
  const seen = new Set<string>();
  return lines.map(({ account, left, name }, index) => {
    const line = firstLine + index;
    const id = account?.id;
    const isRepeated = id !== undefined && seen.has(id);
    if (id !== undefined) seen.add(id);
    const outcome = outcomeOf(id, isRepeated, { importedIds, existingIds });
    const skips = isRepeated || id === undefined ? [] : (notesOf.get(id) ?? []);
    const notes = outcome === "existing" ? [] : [...new Set([...left, ...skips].map(({ why }) => why))];
    if (outcome === "refused" && notes.length === 0) notes.push("the database refuses it");
    const isHere = outcome !== "refused";
    return { line, outcome, user_id: isHere ? (id ?? null) : null, name: isHere && !keepsNames ? null : name, notes };
  });
}

function outcomeOf(
  id: string | undefined,
  isRepeated: boolean,
  { importedIds, existingIds }: Pick<Written, "importedIds" | "existingIds">,
): LineResult["outcome"] {
  if (id === undefined) return "refused";
  if (importedIds.has(id)) return isRepeated ? "existing" : "imported";
  return existingIds.has(id) ? "existing" : "refused";
}

/** Queues what nobody works on: the rest of an import, and those of a process that died. */
export async function sweepImports({ db, config }: Pick<WorkOptions, "db" | "config">): Promise<void> {
  for (const id of await listIdleImports(db, MOST_SWEPT)) await addImportWork(db, config.jobSchema, id);
}
