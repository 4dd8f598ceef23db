// Compares both schemas and mends what differs: every night, and on demand. Triggers keep them in step, except where somebody wrote
// without triggers, as a restore does.
import type { Task } from "../../kernel/jobs.ts";
import type { Log } from "../../kernel/log/log.ts";
import type { AuthConfig } from "../config.ts";
import type { ServerKeys } from "../keys/server_keys.ts";
import { openAdoptionDatabase, schemasOf } from "./adopt.ts";
import { NO_KEYS } from "./encrypted.ts";
import { openHashes } from "./open_hashes.ts";
import { compareUsers } from "./queries_mend.ts";
import { takeFactors } from "./take_factors.ts";

const BATCH = 1_000;
const FIRST = "00000000-0000-0000-0000-000000000000";
const MEND = "mend_adopted_schema";
const SHOWN_IDS = 5;

interface World {
  config: Pick<AuthConfig, "databaseUrl" | "dbNamespace" | "adoptedSchema" | "dbDecryptionKeys">;
  serverKeys: Pick<ServerKeys, "factors">;
}

export interface Differences {
  compared: number;
  onlyHere: number;
  onlyThere: number;
  differ: number;
  identities: number;
  factors: number;
  sessions: number;
  /** Some of the users. */
  ids: string[];
  /** How many users could not be mended, because the other schema does not take them. */
  refused: number;
  refusedIds: string[];
}

const NONE: Omit<Differences, "ids" | "refusedIds"> = {
  ...{ compared: 0, onlyHere: 0, onlyThere: 0, differ: 0 },
  ...{ identities: 0, factors: 0, sessions: 0, refused: 0 },
};

/** All differences, which are mended unless `mends` is false. */
export async function compareSchemas({ config, serverKeys }: World, theirs: string, mends: boolean): Promise<Differences> {
  const all: Differences = { ...NONE, ids: [], refusedIds: [] };
  await using opened = openAdoptionDatabase(config);
  const { db } = opened;
  for (let after = FIRST; ; ) {
    const batch = await db.transaction((tx) => compareUsers(tx, after, BATCH, mends));
    if (!batch) break;
    after = batch.last;
    all.compared += batch.compared;
    all.onlyHere += batch.only_here.length;
    all.onlyThere += batch.only_there.length;
    all.differ += batch.differ.length;
    all.identities += batch.identities;
    all.factors += batch.factors;
    all.sessions += batch.sessions;
    all.refused += batch.refused.length;
    all.refusedIds = [...all.refusedIds, ...batch.refused].slice(0, SHOWN_IDS);
    all.ids = [...all.ids, ...batch.only_here, ...batch.only_there, ...batch.differ].slice(0, SHOWN_IDS);
  }
  if (!mends) return all;
  const decryptionKeys = config.dbDecryptionKeys ?? NO_KEYS;
  all.factors += (await takeFactors({ db, theirs, serverKeys, decryptionKeys })).taken;
  await openHashes(db, decryptionKeys);
  return all;
}

export const isInStep = ({ onlyHere, onlyThere, differ, identities, factors, sessions }: Differences) =>
  onlyHere + onlyThere + differ + identities + factors + sessions === 0;

/** The nightly job; none without an adopted schema. */
export function mending(world: World, log: Log): { tasks: Record<string, Task>; cron: string } {
  const schemas = schemasOf(world.config);
  if (!schemas) return { tasks: {}, cron: "" };
  const mend = async () => {
    const differences = await compareSchemas(world, schemas.theirs, true);
    if (!isInStep(differences)) log.warn({ ...differences }, "the adopted schema differed, and was mended");
  };
  return { tasks: { [MEND]: mend }, cron: `41 2 * * * ${MEND}\n` };
}
