// P32: settings are changed by several administrators while replicas and the database are killed, and the clock of one replica is wrong.
import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { TOTP } from "otpauth";
import { insertGrant } from "../../auth/grants/queries.ts";
import { freePort } from "../../kernel/embedded_postgres/free_port.ts";
import { type Database, openDatabase } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";
import { timeUntil } from "../../kernel/testing/until.ts";
import { adminToken } from "../harness/tokens.ts";
import type { Fault } from "./fault.ts";
import { type Findings, HarnessFailed, noFindings } from "./findings.ts";
import { JWT_SECRET, type Member, requireSuccess, type Tokens } from "./members.ts";
import { shiftedClock } from "./p15_clock_jumps.ts";
import type { Stage } from "./stage.ts";
import type { Supervised } from "./supervisor.ts";
import type { World } from "./world.ts";

const ADMINISTRATORS = 4;
const CLOCK_AHEAD_SECONDS = 3_600;
const CONFIRM_MS = 60_000;
const SHORTEST_REST_MS = 4_000;
const SLACK_MS = 30_000;
const OPERATOR = { authorization: `Bearer ${adminToken(JWT_SECRET)}` };

interface Scene {
  stage: Stage;
  world: World;
  findings: Findings;
  /** With the right time. */
  right: Supervised[];
  /** These, and the one whose clock is wrong. */
  all: Supervised[];
}

/** By its unique brand name: the version that was acknowledged, `refused`, or `unknown`. */
type Attempts = Map<string, number | "refused" | "unknown">;

export const settingsKilled: Fault = {
  id: "P32",
  title: "settings are changed while replicas and the database are killed",
  how:
    `${ADMINISTRATORS} administrators change settings at once on two replicas; kill -9 of these, of one whose clock is an hour ahead, ` +
    "and of PostgreSQL; then a change by which nobody can sign in, and which nobody confirms",
  expected:
    "what was acknowledged is stored, what was refused is not; all replicas follow the same version; nobody signs up while that is " +
    "off; the change that nobody confirmed ends everywhere after its minute",
  run: async (stage) => {
    const findings = noFindings();
    await using world = await stage.openWorld("settings", { members: 2 });
    await using second = await world.replica({ service: "auth", name: "auth_second" });
    const file = join(world.folder, "clock_offset");
    await writeFile(file, "0");
    const nodeArguments = ["--import", shiftedClock(file)];
    await using shifted = await world.replica({ service: "auth", name: "auth_ahead", nodeArguments });
    await writeFile(file, String(CLOCK_AHEAD_SECONDS));
    const right = [world.auth, second];
    const scene = { stage, world, findings, right, all: [...right, shifted] };
    const attempts: Attempts = new Map();
    await requireSuccess(patch(world, world.auth, { DISABLE_SIGNUP: "true" }, 0));
    if ((await timeUntil(() => everyAsync(scene.all, isClosed(world)), SLACK_MS)) === undefined)
      findings.violations.push("a replica did not follow the first change");
    await changeUnderKills(scene, attempts);
    await compareWithDatabase(scene, attempts);
    await lapse(scene);
    await control(scene);
    return findings;
  },
};

async function patch(world: World, to: Supervised, set: object, base: number, headers: Record<string, string> = OPERATOR) {
  const all = { ...headers, "audit-reason": "faults" };
  return world.client.send(`${to.url}/admin/settings`, { method: "PATCH", headers: all, body: { base, set, skip_trials: true } });
}

async function versionAt(world: World, at: Supervised): Promise<number> {
  const reply = await world.client.send(`${at.url}/admin/settings`, { headers: OPERATOR });
  return (reply.body as { version: number }).version;
}

async function changeUnderKills(scene: Scene, attempts: Attempts): Promise<void> {
  const { stage, world, findings, right, all } = scene;
  let isOver = false;
  let signUps = 0;
  const change = async () => {
    while (!isOver) {
      const name = randomUUID();
      const to = stage.random.pick(right);
      const base = await versionAt(world, to).catch(() => undefined);
      if (base === undefined) {
        await sleep(50);
        continue;
      }
      const length = String(stage.random.whole(8, 64));
      const set = { MAILER_BRAND_NAME: name, PASSWORD_MIN_LENGTH: length };
      const reply = await patch(world, to, set, base).catch(() => undefined);
      const isKnown = reply !== undefined && reply.status < 500;
      attempts.set(name, !isKnown ? "unknown" : reply.status === 200 ? (reply.body as { version: number }).version : "refused");
      // On a version that is gone by, so that it is never stored.
      const stale = await patch(world, to, { DISABLE_SIGNUP: "false" }, 0).catch(() => undefined);
      if (stale && stale.status < 300) findings.violations.push("a change on a version that is gone by was taken");
    }
  };
  const probe = async () => {
    while (!isOver) {
      const to = stage.random.pick(all);
      const body = { email: `${randomUUID()}@faults.example`, password: "a password that is long" };
      const reply = await world.client.send(`${to.url}/signup`, { method: "POST", body }).catch(() => undefined);
      if (reply) signUps++;
      if (reply?.status === 200) findings.violations.push(`${to.name} let somebody sign up, although that is off`);
      await sleep(20);
    }
  };
  const working = Promise.all([...Array.from({ length: ADMINISTRATORS }, change), probe()]);
  const rounds = stage.rounds(4, 40);
  for (let round = 1; round <= rounds; round++) {
    await sleep(300 + stage.random.below(700));
    if (round % 2 === 0) {
      await world.cluster.kill();
      // It starts while the database is away.
      stage.random.pick(all).kill("SIGKILL");
      await sleep(500 + stage.random.below(1_500));
      await world.cluster.start();
    } else for (const each of all) if (stage.random.below(2) === 1) each.kill("SIGKILL");
    await Promise.all(right.map((each) => each.ready()));
    findings.rounds = round;
    stage.say(`P32 round ${round} of ${rounds}`);
  }
  isOver = true;
  await working;
  if (signUps === 0) findings.violations.push("no sign-up was answered");
  findings.figures["sign-ups refused"] = signUps;
}

interface StoredVersion {
  version: number;
  name: string | null;
  document: Record<string, { value?: string }>;
}

async function compareWithDatabase({ world, findings, all }: Scene, attempts: Attempts): Promise<void> {
  const versions = await inDatabase(world, (db) =>
    db.many<StoredVersion>(sql`
      select version, changes->'MAILER_BRAND_NAME'->>'after' as name, document from settings_versions order by version`),
  );
  const byName = new Map(versions.map(({ name, version }) => [name, version]));
  const count = (wanted: (outcome: number | "refused" | "unknown") => boolean) => [...attempts.values()].filter(wanted).length;
  findings.figures["acknowledged changes"] = count((each) => typeof each === "number");
  findings.figures["answer unknown"] = count((each) => each === "unknown");
  findings.figures["refused, because another came first"] = count((each) => each === "refused");
  if (findings.figures["acknowledged changes"] === 0) findings.violations.push("nothing was acknowledged");
  for (const [name, outcome] of attempts) {
    if (typeof outcome === "number" && byName.get(name) !== outcome)
      findings.violations.push(`version ${outcome} was acknowledged and is not stored`);
    if (outcome === "refused" && byName.has(name)) findings.violations.push("a change was refused and is stored");
  }
  for (const { name, version } of versions)
    if (name !== null && !attempts.has(name)) findings.violations.push(`nobody has asked for version ${version}`);
  const last = versions.at(-1)?.document ?? {};
  const expected = Number(last.PASSWORD_MIN_LENGTH?.value);
  const followed = await timeUntil(
    () => everyAsync(all, async (each) => (await lengthAt(world, each)) === expected && (await isClosed(world)(each))),
    SLACK_MS,
  );
  if (followed === undefined)
    for (const each of all)
      findings.violations.push(`${each.name} wants passwords of ${await lengthAt(world, each)} where ${expected} is stored`);
  else findings.goals.push({ name: "all replicas follow", measured: Math.round(followed), most: 6_000, unit: "ms" });
}

interface PublicSettings {
  disable_signup: boolean;
  password_min_length: number;
}

async function publicSettings(world: World, at: Supervised): Promise<PublicSettings | undefined> {
  const reply = await world.client.send(`${at.url}/settings`).catch(() => undefined);
  return reply?.status === 200 ? (reply.body as PublicSettings) : undefined;
}

const lengthAt = async (world: World, at: Supervised) => (await publicSettings(world, at))?.password_min_length;

const isClosed = (world: World) => async (at: Supervised) => (await publicSettings(world, at))?.disable_signup === true;

/** A hook that is not there refuses every password, until the minute is over. The database is away when it ends. */
async function lapse({ stage, world, findings, all }: Scene): Promise<void> {
  // Limits count refused passwords, so somebody else tries afterwards.
  const [member, other] = world.members as [Member, Member];
  const headers = await ownerOf(world, member);
  const hook = {
    HOOK_PASSWORD_VERIFICATION_ATTEMPT_ENABLED: "true",
    HOOK_PASSWORD_VERIFICATION_ATTEMPT_URI: `http://127.0.0.1:${await freePort()}/`,
    HOOK_PASSWORD_VERIFICATION_ATTEMPT_SECRETS: `v1,whsec_${Buffer.from("a secret of the fault harness, 32").toString("base64")}`,
  };
  const signsIn =
    ({ email, password }: Member) =>
    async (at: Supervised) => {
      const sent = world.client.send(`${at.url}/token?grant_type=password`, { method: "POST", body: { email, password } });
      return (await sent.catch(() => undefined))?.status === 200;
    };
  if (!(await everyAsync(all, signsIn(member)))) throw new HarnessFailed("nobody can sign in before the change");
  const base = await versionAt(world, world.auth);
  const began = performance.now();
  const { confirm_before: until } = (await requireSuccess(patch(world, world.auth, hook, base, headers))).body as {
    confirm_before: string | null;
  };
  if (until === null) findings.violations.push("a change that locks everybody out needs no confirmation");
  const nobody = async () => everyAsync(all, async (each) => !(await signsIn(member)(each)));
  if ((await timeUntil(nobody, SLACK_MS)) === undefined) findings.violations.push("a replica did not follow the change");
  for (const each of all) each.kill("SIGKILL");
  const isUp = async (each: Supervised) => (await publicSettings(world, each)) !== undefined;
  const back = await timeUntil(() => everyAsync(all, isUp), SLACK_MS);
  if (back === undefined) findings.violations.push("a replica did not come back");
  const isLocked = await nobody();
  if (performance.now() - began > CONFIRM_MS - SHORTEST_REST_MS)
    throw new HarnessFailed("this machine is too slow: the minute is over");
  if (!isLocked) findings.violations.push("the change ended before its minute");
  stage.say("P32 waits for a minute to end");
  await sleep(Math.max(0, CONFIRM_MS - SHORTEST_REST_MS - (performance.now() - began)));
  await world.cluster.kill();
  await sleep(Math.max(0, CONFIRM_MS + 1_000 - (performance.now() - began)));
  await world.cluster.start();
  const ended = await timeUntil(() => everyAsync(all, signsIn(other)), SLACK_MS);
  if (ended === undefined) findings.violations.push("an unconfirmed change still keeps people out after its minute");
  else
    findings.goals.push({
      name: "sign-in after the minute and the outage",
      measured: Math.round(ended),
      most: 8_000,
      unit: "ms",
    });
  if ((await versionAt(world, world.auth)) !== base) findings.violations.push("the version before does not count again");
}

/** With a second factor, as administrators need one. */
async function ownerOf(world: World, { tokens }: Member): Promise<Record<string, string>> {
  const post = async (path: string, token: string, body: object) => {
    const headers = { authorization: `Bearer ${token}` };
    return (await requireSuccess(world.client.send(`${world.auth.url}${path}`, { method: "POST", headers, body }))).body;
  };
  const { access_token: token } = tokens;
  const { id, totp } = (await post("/factors", token, { factor_type: "totp", friendly_name: "app" })) as {
    id: string;
    totp: { secret: string };
  };
  const { id: challenge } = (await post(`/factors/${id}/challenge`, token, {})) as { id: string };
  const code = new TOTP({ secret: totp.secret }).generate();
  const session = (await post(`/factors/${id}/verify`, token, { challenge_id: challenge, code })) as Tokens & {
    user: { id: string };
  };
  await inDatabase(world, (db) => insertGrant(db, { userId: session.user.id, role: "owner", grantedBy: null, now: new Date() }));
  return { authorization: `Bearer ${session.access_token}` };
}

async function inDatabase<T>({ cluster }: World, work: (db: Database) => Promise<T>): Promise<T> {
  const db = openDatabase({ url: cluster.url(), schema: "auth", name: "cofre faults", maxConnections: 1 });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

/** A replica that ignores what is stored must be seen by the same probes. */
async function control({ stage, world }: Scene): Promise<void> {
  const variables = { AUTHSVC_SETTINGS_ENABLED: "false" };
  await using ignoring = await world.replica({ service: "auth", name: "auth_ignoring", variables });
  if (await isClosed(world)(ignoring)) throw new HarnessFailed("a replica that ignores settings was not seen");
  const body = { email: `${randomUUID()}@faults.example`, password: "a password that is long" };
  const reply = await world.client.send(`${ignoring.url}/signup`, { method: "POST", body });
  if (reply.status !== 200) throw new HarnessFailed(`a sign-up that is let in was not seen: ${reply.status}`);
  stage.say("P32 control: a replica that ignores settings was seen");
}

async function everyAsync<T>(list: readonly T[], holds: (item: T) => Promise<boolean>): Promise<boolean> {
  return (await Promise.all(list.map(holds))).every(Boolean);
}
