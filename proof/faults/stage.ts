// Where faults are run: the world they share, how many rounds are wanted, and the way of measuring that nearly all of them have.
import { join } from "node:path";
import type { Random } from "../harness/random.ts";
import { tallySince } from "./acknowledged.ts";
import { checkDoors, checkMails } from "./checks.ts";
import { compare, type Differences } from "./compare.ts";
import { type Findings, noFindings } from "./findings.ts";
import { type Load, type LoadOptions, startLoad } from "./load.ts";
import { openWorld, type World, type WorldOptions } from "./world.ts";

export interface Stage {
  random: Random;
  /** True runs what the plan asks for, however long that takes. */
  full: boolean;
  /** How many rounds: what was asked for on the command line, else what the plan or a short run has. */
  rounds(short: number, full: number): number;
  say(line: string): void;
  /** A folder that nobody else uses. */
  folder(name: string): string;
  /** Started when first asked for, and shared by the faults that leave it in order. */
  world(): Promise<World>;
  /** A world of its own. */
  openWorld(name: string, options?: Partial<WorldOptions>): Promise<World>;
  hasWorld(): boolean;
  /** Ends the shared world; who asks again gets a new one. */
  close(): Promise<void>;
}

export interface StageOptions {
  folder: string;
  random: Random;
  full?: boolean;
  rounds?: number | undefined;
  /** People in the shared world. */
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
  /** Notes that a process which may have been sending mail was ended, so that a mail may leave again. */
  maySendAgain(mails: number): void;
}

/** How many mails one process of auth sends at a time. */
export const MAILS_AT_ONCE = 8;

/** Answers of the mail server that may have been lost in a world so far: the comparison looks at all its mails, not only the last fault's. */
const lostAnswers = new WeakMap<World, number>();
/** Differences of earlier faults stay in the database; each is reported once. */
const reported = new WeakMap<World, Set<string>>();

/** Notes that mails may leave again, because the process or the database that knew of them ended. */
export function maySendAgain(world: World, mails: number): void {
  lostAnswers.set(world, (lostAnswers.get(world) ?? 0) + mails);
}

/** Runs the work while clients are busy, lets them finish, and compares all that they ever did in this world with the database. */
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

/** Adds what was acknowledged and the doors say. */
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
  findings.violations.push(...(await checkDoors(world)));
}

/**
 * Adds what the mails say. A mail that was under way when its sender died waits until nobody can still be sending it, which takes minutes;
 * so this is looked at once, after many faults.
 */
export async function addMailFindings(world: World, findings: Findings): Promise<void> {
  const mails = await checkMails(world, lostAnswers.get(world) ?? 0);
  findings.violations.push(...mails.missing);
  findings.figures["mails delivered"] = mails.delivered;
  findings.figures["mails sent again, their answer lost"] = mails.twice;
}

export function describe(differences: Differences): string[] {
  return Object.entries(differences).flatMap(([kind, ids]) => ids.map((id: string) => `${kind}: ${id}`));
}
