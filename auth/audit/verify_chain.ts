// Recomputes the chain of what administrators did, from its first entry to its end.
import type { Db } from "../../kernel/sql/database.ts";
import { digestOf } from "./admin_act.ts";
import { type ChainedAct, readChain, readChainEnd } from "./queries_admin_acts.ts";

const BATCH = 5_000;
const MOST_PROBLEMS = 20;

export interface ChainReport {
  acts: number;
  /** Entries, or their details, that were forgotten. */
  forgotten: number;
  /** Hexadecimal; of the last entry. Whoever has noted it elsewhere can hold it against a later chain. */
  end: string;
  problems: string[];
}

export async function verifyChain(db: Db): Promise<ChainReport> {
  // Read first: what is added meanwhile comes after it.
  const tail = await readChainEnd(db);
  const problems: string[] = [];
  let chain: Buffer = Buffer.alloc(0);
  let position = 0;
  let forgotten = 0;
  for (;;) {
    const batch = (await readChain(db, position, BATCH)).filter((act) => act.position <= tail.position);
    for (const act of batch) {
      if (act.position !== position + 1) problems.push(`positions ${position + 1} to ${act.position - 1} are missing`);
      problems.push(...problemsOf(act, chain));
      if (act.entry === null || act.details === null) forgotten++;
      ({ position } = act);
      // As it is stored, so that one change is told once.
      chain = act.chain;
    }
    if (batch.length === 0 || problems.length >= MOST_PROBLEMS) break;
  }
  if (problems.length < MOST_PROBLEMS && (position !== tail.position || !chain.equals(tail.chain)))
    problems.push(`the last entry is at ${position}, but the chain ends at ${tail.position}`);
  if (tail.unchained > 0) problems.push(`${tail.unchained} entries are not chained`);
  return { acts: position, forgotten, end: tail.chain.toString("hex"), problems: problems.slice(0, MOST_PROBLEMS) };
}

function problemsOf({ position, entry, details, digest, chain }: ChainedAct, before: Buffer): string[] {
  const problems: string[] = [];
  const tell = (problem: string) => problems.push(`position ${position}: ${problem}`);
  if (entry !== null && !digestOf(entry).equals(digest)) tell("the entry was changed");
  if (entry !== null && details !== null && digestOf(details).toString("hex") !== expectedDetails(entry))
    tell("the details were changed");
  if (!digestOf(Buffer.concat([before, digest])).equals(chain)) tell("it does not follow the entry before");
  return problems;
}

function expectedDetails(entry: string): unknown {
  try {
    return (JSON.parse(entry) as { details_digest?: unknown }).details_digest;
  } catch {
    return undefined;
  }
}
