// The stage of faults: a shared world, the number of rounds, and common measurements.
import { join } from "node:path";
import type { Random } from "../harness/random.ts";
import { tallySince } from "./acknowledged.ts";
import { checkAuthentication, checkMails } from "./checks.ts";
import { compare, type Differences } from "./compare.ts";
import { type Findings, noFindings } from "./findings.ts";
import { type Load, type LoadOptions, startLoad } from "./load.ts";
import { openWorld, type World, type WorldOptions } from "./world.ts";

export interface Stage {
  random: Random;
  /** True runs the whole plan, however long it takes. */
  full: boolean;
  /** The number of rounds: from the command line, otherwise by the kind of run. */
  rounds(short: number, full: number): number;
  say(line: string): void;
  /** An unused folder. */
  folder(name: string): string;
  /** Started on first use, and shared by the faults that leave it intact. */
  world(): Promise<World>;
  /** A separate world. */
  openWorld(name: string, options?: Partial<WorldOptions>): Promise<World>;
  hasWorld(): boolean;
  /** Ends the shared world; the next use starts a new one. */
  close(): Promise<void>;
}

export interface StageOptions {
  folder: string;
  random: Random;
  full?: boolean;
  rounds?: number | undefined;
  /** The number of users in the shared world. */
  members?: number;
  say?: (line: string) => void;
}

export function openStage({ folder, random, full = false, rounds, members = 4, say = () => {} }: StageOptions): Stage {
  let shared: Promise<World> | undefined;
  let number = 0;
  const own = (name: string) => join(folder, `${++number}_${name}`);
  return {
    random,
    full,
    rounds: (short, long) => rounds ?? (full ? long : short),
    say,
    folder: own,
    world: () => (shared ??= openWorld({ folder: own("shared"), members })),
    openWorld: (name, options = {}) => openWorld({ folder: own(name), ...options }),
    hasWorld: () => shared !== undefined,
    close: async () => {
      const world = await shared?.catch(() => undefined);
      shared = undefined;
      await world?.[Symbol.asyncDispose]();
    },
  };
}

export interface UnderLoad {
  load: Load;
  findings: Findings;
  /** Records that mails may be sent twice, because their sender was killed. */
  maySendAgain(mails: number): void;
}

/** Concurrent mails of one auth process. */
export const MAILS_AT_ONCE = 8;

/** Lost answers of the mail server so far, because the comparison covers all mails of a world. */
const lostAnswers = new WeakMap<World, number>();
/** Differences stay in the database, so each is reported once. */
const reported = new WeakMap<World, Set<string>>();

/** Records that mails may be sent twice, because a process or the database ended. */
export function maySendAgain(world: World, mails: number): void {
  lostAnswers.set(world, (lostAnswers.get(world) ?? 0) + mails);
}

/** Runs the work under load, lets clients finish, and compares all their requests so far with the database. */
export async function underLoad(
  stage: Stage,
  world: World,
  work: (under: UnderLoad) => Promise<void>,
  options: LoadOptions = {},
): Promise<Findings> {
  const findings = noFindings();
  const { acknowledged } = world;
  const before = { ...acknowledged.tally };
  const load = startLoad(world, stage.random, options);
  try {
    if ((await load.flows()) === undefined) findings.violations.push("nothing was acknowledged even before the fault");
    await work({ load, findings, maySendAgain: (mails) => maySendAgain(world, mails) });
  } finally {
    await load.drain();
  }
  findings.tally = tallySince(acknowledged.tally, before);
  await addFindings(world, findings);
  return findings;
}

/** Adds the results of the comparison and of the authentication checks. */
export async function addFindings(world: World, findings: Findings): Promise<void> {
  const { acknowledged, cluster } = world;
  const existing = reported.get(world) ?? new Set<string>();
  reported.set(world, existing);
  const { differences, broken } = await compare(acknowledged, cluster.url());
  const sentences = [...describe(differences), ...broken];
  findings.violations.push(...sentences.filter((each) => !existing.has(each)));
  for (const each of sentences) existing.add(each);
  for (const [kind, ids] of Object.entries(differences)) findings.figures[kind] = ids.length;
  if (findings.tally && findings.tally.unresolved > 0)
    findings.violations.push(`${findings.tally.unresolved} operations were never answered`);
  for (const { name, exits } of [world.auth, world.finance]) {
    const crashes = exits.filter(({ code }) => code !== null && code !== 0).length;
    const sentence = `${name} ended by itself, ${crashes} times so far`;
    if (crashes > 0 && !existing.has(sentence)) findings.violations.push(sentence);
    existing.add(sentence);
  }
  findings.violations.push(...(await checkAuthentication(world)));
}

/** Adds the results of the mail check. It waits minutes for pending mails, so it runs once after many faults. */
export async function addMailFindings(world: World, findings: Findings): Promise<void> {
  const mails = await checkMails(world, lostAnswers.get(world) ?? 0);
  findings.violations.push(...mails.missing);
  findings.figures["mails delivered"] = mails.delivered;
  findings.figures["mails sent again, their answer lost"] = mails.twice;
}

export function describe(differences: Differences): string[] {
  return Object.entries(differences).flatMap(([kind, ids]) => ids.map((id: string) => `${kind}: ${id}`));
}
