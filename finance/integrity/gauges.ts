// The metrics of the check. Whichever replica ran it, each tells the same: what is kept in the database.
import type { Log } from "../../kernel/log/log.ts";
import type { Db } from "../../kernel/sql/database.ts";
import { gauge } from "../../kernel/telemetry/instruments.ts";
import { INVARIANTS, type Invariant } from "./disagreement.ts";
import { readState } from "./queries_state.ts";
import { type CheckState, countAll, NEW_STATE } from "./state.ts";

const EVERY_MS = 60_000;

export interface IntegrityGauges {
  /** Reads again what is kept. */
  refresh(): Promise<void>;
  stop(): Promise<void>;
}

export function openIntegrityGauges(db: Db, log: Log, now: () => Date): IntegrityGauges {
  let state: CheckState = NEW_STATE;
  const openedAt = now();
  const gauges = [
    ...(Object.keys(INVARIANTS) as Invariant[]).map((invariant) =>
      gauge("cofre.ledger.disagreements", "Rows of the ledger that disagree, by invariant", () => countAll(state, invariant), {
        invariant,
      }),
    ),
    gauge("cofre.ledger.spaces_checked", "Spaces in the last complete check of the ledger", () => state.completedSpaces),
    gauge(
      "cofre.ledger.check_age",
      "Seconds since the last complete check of the ledger, or since the start if there was none",
      () => Math.max(0, (now().getTime() - Date.parse(state.completedAt ?? openedAt.toISOString())) / 1_000),
    ),
  ];
  const refresh = async () => {
    try {
      state = await readState(db);
    } catch (error) {
      log.debug({ err: error }, "the metrics of the ledger were not read");
    }
  };
  const timer = setInterval(refresh, EVERY_MS).unref();
  return {
    refresh,
    stop: async () => {
      clearInterval(timer);
      for (const takeBack of gauges) takeBack();
    },
  };
}
