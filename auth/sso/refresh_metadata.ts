// The job that fetches metadata again before it grows old: providers change their keys, and say so nowhere else.
import { Fault } from "../../kernel/errors.ts";
import type { Task } from "../../kernel/jobs.ts";
import type { Log } from "../../kernel/log/log.ts";
import type { AuthWorld } from "../endpoint.ts";
import { claimDueProvider, type DueProvider, writeMetadataOf } from "./queries.ts";
import { takeMetadata } from "./take_metadata.ts";

type World = Pick<AuthWorld, "db" | "config">;

const REFRESH = "refresh_sso_metadata";
const RETRY_MS = 3_600_000;
/** In one round; the next is minutes away. */
const MOST_IN_A_ROUND = 100;

export function refreshingMetadata(world: World, log: Log, now: () => Date): { tasks: Record<string, Task>; cron: string } {
  const refresh = () => refreshMetadata(world, log, now());
  return { tasks: { [REFRESH]: refresh }, cron: `*/10 * * * * ${REFRESH}\n` };
}

/** One that cannot be had stays as it is, and is tried again later; until it expires, people come in by it. */
export async function refreshMetadata({ db, config }: World, log: Log, now: Date): Promise<void> {
  if (!config.samlEnabled) return;
  for (let round = 0; round < MOST_IN_A_ROUND; round++) {
    const due = await claimDueProvider(db, now, new Date(now.getTime() + RETRY_MS));
    if (!due) return;
    try {
      await refreshOne({ db, config }, due, now);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      log.warn({ sso_provider: due.id, problem: error.message }, "the metadata of an SSO provider was not renewed");
    }
  }
}

async function refreshOne({ db, config }: World, { id, entity_id: entityId, metadata_url: url }: DueProvider, now: Date) {
  const metadata = await takeMetadata({ url }, config, now);
  // Metadata of another entity is not written: the address no longer belongs to the provider that the administrator meant.
  if (metadata.entityId === entityId) await writeMetadataOf(db, id, metadata, now);
}
