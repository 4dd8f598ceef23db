// P15: the clock of one replica jumps. A preloaded script shifts Date by the content of a file.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { timeUntil } from "../../kernel/testing/until.ts";
import type { Fault } from "./fault.ts";
import { type Findings, HarnessFailed, noFindings } from "./findings.ts";
import { signIn, type Tokens } from "./members.ts";
import type { Supervised } from "./supervisor.ts";
import type { World } from "./world.ts";

const TOKEN_SECONDS = 4;
/** Smaller differences are ignored. */
const TOLERANCE_SECONDS = 60;
const JUMPS = [30, -30, -1, 3_600, -3_600, 86_400, -86_400];

export const clockJumps: Fault = {
  id: "P15",
  title: "the clock of one replica jumps",
  how: "Date of one auth replica is shifted while it runs, by 1 s, 30 s, 1 h and 1 day, back and ahead; the other keeps the right time",
  expected:
    "nobody is signed out by 60 s; a replica whose clock is further off is not ready, so that no expired token is taken by it",
  run: async (stage) => {
    const world = await stage.world();
    const findings = noFindings();
    const file = join(world.folder, "clock_offset");
    await writeFile(file, "0");
    const variables = { AUTHSVC_JWT_EXP: String(TOKEN_SECONDS) };
    await using right = await world.replica({ service: "auth", name: "auth_right_clock", variables });
    const nodeArguments = ["--import", shiftedClock(file)];
    await using shifted = await world.replica({ service: "auth", name: "auth_shifted_clock", variables, nodeArguments });
    let wrongAccepts = 0;
    for (const seconds of JUMPS) {
      const [member] = world.members;
      if (!member) throw new HarnessFailed("there is nobody to sign in");
      await writeFile(file, "0");
      await sleep(200);
      const before = await signIn(world.client, right.url, member);
      await writeFile(file, String(seconds));
      await sleep(200);
      const isNear = Math.abs(seconds) <= TOLERANCE_SECONDS;
      if (isNear) await staysIn(world, [right, shifted], before, `${seconds} s`, findings);
      else if ((await timeUntil(async () => !(await shifted.isReady()), 5_000)) === undefined)
        findings.violations.push(`${seconds} s: the replica is ready although its clock is wrong`);
      wrongAccepts += await expiredAccepts(world, shifted, before, seconds);
      findings.rounds++;
    }
    findings.figures["expired tokens taken by a replica that is ready"] = wrongAccepts;
    if (wrongAccepts > 0) findings.violations.push(`${wrongAccepts} expired tokens were accepted by a ready replica`);
    await writeFile(file, "0");
    if ((await timeUntil(shifted.isReady, 10_000)) === undefined)
      findings.violations.push("the replica is not ready although its clock is right again");
    findings.notRun.push("the clock of PostgreSQL, and a smeared leap second: there is no libfaketime here");
    stage.say(`P15 ${findings.rounds} jumps`);
    return findings;
  },
};

/** Refreshes at one replica after the other. */
async function staysIn(world: World, replicas: Supervised[], tokens: Tokens, jump: string, findings: Findings): Promise<void> {
  let latest = tokens;
  for (const replica of [...replicas, ...replicas]) {
    const body = { refresh_token: latest.refresh_token };
    const reply = await world.client.send(`${replica.url}/token?grant_type=refresh_token`, { method: "POST", body });
    if (reply.status !== 200)
      return void findings.violations.push(`${jump}: a refresh at ${replica.name} was answered ${reply.status}`);
    latest = reply.body as Tokens;
  }
}

/** Whether the token is still accepted after its expiry and the tolerance, by the right clock. */
async function expiredAccepts(world: World, shifted: Supervised, tokens: Tokens, seconds: number): Promise<number> {
  if (Math.abs(seconds) <= TOLERANCE_SECONDS) return 0;
  await sleep(TOKEN_SECONDS * 1000);
  const headers = { authorization: `Bearer ${tokens.access_token}` };
  const reply = await world.client.send(`${shifted.url}/user`, { headers });
  return reply.status === 200 && (await shifted.isReady()) ? 1 : 0;
}

/** A module as a data URL: it reads the file every few milliseconds, and shifts every Date. */
export function shiftedClock(file: string): string {
  const code = `
    import { readFileSync } from "node:fs";
    const Real = Date;
    let offset = 0;
    const read = () => { try { offset = Number(readFileSync(${JSON.stringify(file)}, "utf8")) * 1000 || 0; } catch {} };
    read();
    setInterval(read, 50).unref();
    globalThis.Date = class extends Real {
      constructor(...given) { given.length === 0 ? super(Real.now() + offset) : super(...given); }
      static now() { return Real.now() + offset; }
    };`;
  return `data:text/javascript,${encodeURIComponent(code)}`;
}
