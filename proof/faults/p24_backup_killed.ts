// P24: `cofre backup` is killed at random moments under load. The newest complete file must restore all that it covers.
import { copyFile, mkdir, readdir, readFile, stat, truncate } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startEmbeddedPostgres } from "../../kernel/embedded_postgres/embedded_postgres.ts";
import type { Acknowledged } from "./acknowledged.ts";
import { backupCommands, type Commands } from "./backup_commands.ts";
import { type Comparison, compare } from "./compare.ts";
import type { Fault } from "./fault.ts";
import { CannotRun, type Findings, HarnessFailed } from "./findings.ts";
import { mountSmallDisk } from "./small_disk.ts";
import { describe, type Stage, underLoad } from "./stage.ts";
import type { World } from "./world.ts";

export const backupKilled: Fault = {
  id: "P24",
  title: "a backup is killed",
  how: "kill -9 of cofre backup at random moments while clients write, and a disk that is too small for it",
  expected:
    "what has a backup's name can be restored, with every write that was acknowledged before it began; earlier files stay",
  run: async (stage) => {
    const world = await stage.world();
    const folder = stage.folder("backups");
    await mkdir(folder, { recursive: true, mode: 0o711 });
    const commands = await backupCommands(world, folder);
    return await underLoad(stage, world, async ({ load, findings }) => {
      const files = await killAtRandom(stage, world, commands, findings);
      await tryFullDisk(commands, files, findings);
      // The comparison needs to know everything that was ever sent.
      await load.drain();
      await checkRestored(world, commands, files, findings);
    });
  },
};

/** What was acknowledged when each complete backup began, by its path; oldest first. */
type Files = Map<string, Acknowledged>;

const LONG = new Promise<void>(() => {});

async function killAtRandom(stage: Stage, world: World, commands: Commands, findings: Findings): Promise<Files> {
  const files: Files = new Map();
  const began = performance.now();
  let before = remember(world.acknowledged);
  const { code, errors } = await commands.backup().ended;
  if (code !== 0) throw new HarnessFailed(`a backup that nothing disturbed ended with code ${code}: ${errors}`);
  const took = performance.now() - began;
  for (const path of await commands.complete()) files.set(path, before);
  const kills = stage.rounds(8, 40);
  for (let number = 1; number <= kills; number++) {
    before = remember(world.acknowledged);
    const running = commands.backup();
    // One among them ends well, so that kills follow a backup that covers many writes.
    const isSpared = number === Math.ceil(kills / 2);
    await Promise.race([isSpared ? LONG : sleep(stage.random.next() * took * 1.2), running.ended]);
    running.kill();
    await running.ended;
    for (const path of await commands.complete()) if (!files.has(path)) files.set(path, before);
    if (number % 4 === 0) stage.say(`P24 ${number} of ${kills} kills`);
  }
  findings.rounds = kills;
  findings.figures["milliseconds of a backup"] = Math.round(took);
  findings.figures["complete backups"] = files.size;
  findings.figures["unfinished files left"] = (await readdir(commands.folder)).filter((name) => name.includes(".part.")).length;
  return files;
}

async function tryFullDisk(commands: Commands, files: Files, findings: Findings): Promise<void> {
  try {
    await using disk = await mountSmallDisk(join(commands.folder, "disk"), 8);
    const earlier = join(disk.path, "earlier.age");
    const [newest = ""] = [...files.keys()].slice(-1);
    await copyFile(newest, earlier);
    await disk.fill();
    const { code, errors } = await commands.backup(disk.path).ended;
    const names = (await readdir(disk.path)).sort().join();
    if (code !== 1 || !/^The disk of .* is full, so no backup was written\./m.test(errors) || names !== "ballast,earlier.age")
      findings.violations.push(`a backup to a full disk ended with code ${code}, left ${names}, and said: ${errors}`);
    if (!(await readFile(earlier)).equals(await readFile(newest)))
      findings.violations.push("a full disk changed the earlier backup");
  } catch (error) {
    if (!(error instanceof CannotRun)) throw error;
    findings.notRun.push(`a full disk: ${error.message}`);
  }
}

async function checkRestored(world: World, commands: Commands, files: Files, findings: Findings): Promise<void> {
  const all = [...files.entries()];
  const [newest, before] = all.at(-1) as [string, Acknowledged];
  const { differences, broken } = await restoreAndCompare(commands, newest, expectedAt(before, world.acknowledged));
  findings.violations.push(...[...describe(differences), ...broken].map((each) => `in the restored backup, ${each}`));
  findings.figures["rows that had to be in it"] = [...before.rows.values()].filter(({ state }) => state === "present").length;
  await control(world, commands, all[0]?.[0] as string);
}

/** What must be seen, or else the result proves nothing: writes after a backup, and a file that is cut off. */
async function control(world: World, commands: Commands, oldest: string): Promise<void> {
  const now = expectedAt(world.acknowledged, world.acknowledged);
  const { differences } = await restoreAndCompare(commands, oldest, now);
  if (differences.lost.length === 0) throw new HarnessFailed("control: the first backup seems to have writes that came after it");
  const half = join(commands.folder, "half.age");
  await copyFile(oldest, half);
  await truncate(half, (await stat(half)).size >> 1);
  const { code } = await commands.restore(half, "half").ended;
  if (code === 0) throw new HarnessFailed("control: half of a backup was restored");
}

let homes = 0;

async function restoreAndCompare(commands: Commands, path: string, expected: Acknowledged): Promise<Comparison> {
  const name = `restored_${++homes}`;
  const { code, errors, home } = await commands.restore(path, name).ended;
  if (code !== 0)
    return { differences: { lost: [], wrong: [], duplicate: [], ghost: [], foreign: [] }, broken: [`it was refused: ${errors}`] };
  await using server = await startEmbeddedPostgres({ home, password: commands.password });
  return await compare(expected, server.url);
}

/** A copy, because clients go on. */
function remember({ rows, users, sessions, ...rest }: Acknowledged): Acknowledged {
  return { ...rest, rows: structuredClone(rows), users: structuredClone(users), sessions: structuredClone(sessions) };
}

/** What changed since then may be in the backup or not. */
function expectedAt(before: Acknowledged, now: Acknowledged): Acknowledged {
  const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
  const settled = <Each extends { state: string }>(old: Map<string, Each>, current: Map<string, Each>) =>
    new Map([...current].map(([id, each]) => [id, isSame(old.get(id), each) ? each : { ...each, state: "unresolved" as const }]));
  const sessions = [...before.sessions].map(([id, session]) => [id, { ...session, isUnresolved: true }] as const);
  return { ...now, rows: settled(before.rows, now.rows), users: settled(before.users, now.users), sessions: new Map(sessions) };
}
