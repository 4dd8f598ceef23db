// Writes accounts of another server, a batch in a transaction. What is here already stays as it is, so that a run that was stopped is
// gone on with by starting it again.
import { seal } from "../../kernel/seal.ts";
import type { Database, Db } from "../../kernel/sql/database.ts";
import { insertMovedFactors } from "../factors/queries_moving_in.ts";
import { insertMovedIdentities } from "../identities/queries_moving_in.ts";
import type { ServerKeys } from "../keys/server_keys.ts";
import { insertMovedPasskeys } from "../passkeys/queries_moving_in.ts";
import { findExistingUsers, insertMovedUsers, replaceProviders } from "../users/queries_moving_in.ts";
import { type Account, type Batch, providersOf, type Skipped } from "./account.ts";

export interface Target {
  db: Database;
  serverKeys: Pick<ServerKeys, "factors">;
  config: { jwtAud: string; jwtDefaultGroupName: string };
  /** Everything is written and taken back again, so that the report is the one of a real run. */
  isDryRun: boolean;
}

export interface Report {
  imported: number;
  identities: number;
  factors: number;
  existing: number;
  skipped: Skipped[];
}

export async function importAccounts(
  target: Target,
  batches: AsyncIterable<Batch>,
  says: (report: Report) => void,
): Promise<Report> {
  const report: Report = { imported: 0, identities: 0, factors: 0, existing: 0, skipped: [] };
  for await (const { accounts, left } of batches) {
    const outcome = await writeOrRehearse(target, accounts);
    for (const key of ["imported", "identities", "factors", "existing"] as const) report[key] += outcome[key];
    report.skipped.push(...left, ...outcome.skipped);
    says(report);
  }
  return report;
}

class Rehearsed extends Error {}

function writeOrRehearse(target: Target, accounts: Account[]): Promise<Written> {
  if (target.isDryRun) return rehearse(target, accounts);
  return target.db.transaction((tx) => writeAccounts(tx, target, accounts));
}

/** Everything is written and rolled back, so that the report is the one of a real run. */
export async function rehearse(target: Omit<Target, "isDryRun">, accounts: readonly Account[]): Promise<Written> {
  let written: Written | undefined;
  try {
    await target.db.transaction(async (tx) => {
      written = await writeAccounts(tx, target, accounts);
      throw new Rehearsed();
    });
  } catch (error) {
    if (!(error instanceof Rehearsed)) throw error;
  }
  return written as Written;
}

export interface Written extends Report {
  importedIds: ReadonlySet<string>;
  existingIds: ReadonlySet<string>;
}

/** In the transaction of the caller, by whose end it counts. */
export async function writeAccounts(
  tx: Db,
  { serverKeys, config }: Pick<Target, "serverKeys" | "config">,
  accounts: readonly Account[],
): Promise<Written> {
  const inserted = new Set(await insertMovedUsers(tx, accounts, { aud: config.jwtAud, role: config.jwtDefaultGroupName }));
  const others = accounts.filter(({ id }) => !inserted.has(id));
  const existing = new Set(
    await findExistingUsers(
      tx,
      others.map(({ id }) => id),
    ),
  );
  const foreign = others.filter(({ id }) => !existing.has(id)).map(({ id }) => ({ id, why: "somebody here has its address" }));
  const newcomers = accounts.filter(({ id }) => inserted.has(id));
  const identities = newcomers.flatMap(({ id: userId, createdAt, identities }) =>
    identities.map((identity) => ({ ...identity, userId, createdAt })),
  );
  const factors = newcomers.flatMap(({ id: userId, createdAt, factors }) =>
    factors.map(({ secret, ...factor }) => {
      const sealedSecret = secret === null ? null : seal(serverKeys.factors, secret, factor.id).toString("hex");
      return { ...factor, sealedSecret, userId, createdAt };
    }),
  );
  const passkeys = newcomers.flatMap(({ id: userId, createdAt, passkeys = [] }) =>
    passkeys.map((passkey) => ({ ...passkey, userId, createdAt })),
  );
  const [takenIdentities, takenFactors] = [await insertMovedIdentities(tx, identities), await insertMovedFactors(tx, factors)];
  const takenPasskeys = passkeys.length === 0 ? [] : await insertMovedPasskeys(tx, passkeys);
  const isTaken = new Set(takenIdentities.map(({ id, userId }) => `${userId} ${id}`));
  const dropped = identities.filter(({ id, userId }) => !isTaken.has(`${userId} ${id}`));
  await dropProviders(tx, newcomers, dropped);
  return {
    importedIds: inserted,
    existingIds: existing,
    imported: inserted.size,
    identities: takenIdentities.length,
    factors: takenFactors.length,
    existing: existing.size,
    skipped: [
      ...foreign,
      ...dropped.map(({ userId, provider }) => ({
        id: userId,
        why: `taken without its identity of ${provider}, which somebody here has`,
      })),
      ...notInserted(factors, takenFactors, "taken without a factor whose name is there twice"),
      ...notInserted(passkeys, takenPasskeys, "taken without a passkey that somebody here has"),
    ],
  };
}

/** An identity that belongs to another user was not imported, so app_metadata does not name its provider. */
async function dropProviders(tx: Db, newcomers: readonly Account[], dropped: readonly { id: string; userId: string }[]) {
  const without = newcomers.flatMap(({ id, identities }) => {
    const lost = dropped.filter(({ userId }) => userId === id).map((each) => each.id);
    return lost.length === 0 ? [] : [{ id, providers: providersOf(identities.filter((each) => !lost.includes(each.id))) }];
  });
  if (without.length > 0) await replaceProviders(tx, without);
}

function notInserted(all: readonly { id: string; userId: string }[], inserted: readonly string[], why: string): Skipped[] {
  const there = new Set(inserted);
  return all.filter(({ id }) => !there.has(id)).map(({ userId }) => ({ id: userId, why }));
}
