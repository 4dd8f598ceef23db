// The image with PostgreSQL: on an empty volume, on that of an earlier start, and as whom an operator chooses.
import { chmod, mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Attempt, Laboratory } from "./attempt.ts";
import type { Plan } from "./container.ts";
import { type Running, runContainer } from "./running.ts";

/** An account that no image knows, as platforms give to each tenant. */
const SOMEBODY = 12345;
const OWN = 65532;
const PERSON = { email: "ana@example.com", password: "correct horse battery staple" };
const HEALTH = ["cofre", "health"];

export function allInOneAttempts(laboratory: Laboratory): Attempt[] {
  const volume = join(laboratory.scratch, "volume");
  const attempt = (what: string, work: () => Promise<string>): Attempt => ({ what: `cofre: ${what}`, needsRuntime: true, work });
  return [
    attempt(`as user ${SOMEBODY} on an empty volume, read-only, without capabilities or new privileges`, async () => {
      await makeVolume(volume);
      await using cofre = await start(laboratory, { volume, uid: SOMEBODY });
      const seconds = await cofre.untilWell(HEALTH);
      const limits = await limitsOf(cofre);
      await cofre.outputOf(inside(signUp(adminToken(cofre))));
      for (const [port, path] of [
        [8080, "/health"],
        [8081, "/health"],
      ])
        await cofre.outputOf(["wget", "--no-verbose", "--tries=1", "--spider", `http://localhost:${port}${path}`]);
      await requireRefusals(cofre);
      return `${laboratory.runtime?.name}, well after ${seconds.toFixed(1)} s, ${limits}, ${await stopped(cofre)}`;
    }),
    attempt("on the volume of an earlier start, whose users are still there", async () => {
      await using cofre = await start(laboratory, { volume, uid: SOMEBODY });
      const seconds = await cofre.untilWell(HEALTH);
      await cofre.outputOf(inside(signIn));
      return `well after ${seconds.toFixed(1)} s, ${await stopped(cofre)}`;
    }),
    attempt("after it was killed", async () => {
      await using killed = await start(laboratory, { volume, uid: SOMEBODY });
      await killed.untilWell(HEALTH);
      await killed[Symbol.asyncDispose]();
      await using cofre = await start(laboratory, { volume, uid: SOMEBODY });
      const seconds = await cofre.untilWell(HEALTH);
      await cofre.outputOf(inside(signIn));
      return `well after ${seconds.toFixed(1)} s, ${await stopped(cofre)}`;
    }),
    attempt(`as its own user ${OWN}`, async () => {
      const own = join(laboratory.scratch, "volume-own");
      await makeVolume(own);
      await using cofre = await start(laboratory, { volume: own, uid: OWN });
      const seconds = await cofre.untilWell(HEALTH);
      return `well after ${seconds.toFixed(1)} s, ${await stopped(cofre)}; in the volume: ${(await readdir(own)).sort().join(", ")}`;
    }),
    attempt("says in a line that its volume cannot be written to", async () => {
      await using cofre = await start(laboratory, { uid: SOMEBODY });
      const code = await cofre.ended;
      const lines = cofre.output().trim().split("\n");
      if (code === 0 || lines.length > 3 || !lines.join("\n").includes("/data"))
        throw new Error(`it ended with ${code}: ${cofre.output()}`);
      return `exit code ${code}: ${lines.join(" ")}`;
    }),
  ];
}

async function start({ runtime, unpack, scratch }: Laboratory, plan: Pick<Plan, "volume" | "uid">): Promise<Running> {
  if (!runtime) throw new Error("no runtime");
  const { root, image } = await unpack("cofre", "amd64");
  return runContainer(runtime, { root, image, hasNetwork: false, scratch, ...plan });
}

async function makeVolume(folder: string): Promise<void> {
  await mkdir(folder);
  await chmod(folder, 0o770);
}

async function stopped(cofre: Running): Promise<string> {
  const { code, seconds } = await cofre.stop();
  if (code !== 0) throw new Error(`SIGTERM: it ended with ${code}: ${cofre.output().trim().split("\n").slice(-5).join("\n")}`);
  return `ended by SIGTERM with 0 after ${seconds.toFixed(1)} s`;
}

/** What the kernel says of the container's first process. */
async function limitsOf(cofre: Running): Promise<string> {
  const status = await cofre.outputOf(inside(`console.log(require("fs").readFileSync("/proc/1/status", "utf8"))`));
  const field = (name: string) => status.match(new RegExp(`^${name}:\\s*(\\S+)`, "m"))?.[1] ?? "";
  for (const set of ["CapEff", "CapPrm", "CapBnd", "CapInh", "CapAmb"])
    if (Number.parseInt(field(set), 16) !== 0) throw new Error(`the first process has capabilities: ${set} ${field(set)}`);
  if (field("NoNewPrivs") !== "1") throw new Error("the first process may get new privileges");
  return `user ${field("Uid")} without capabilities`;
}

/** Nothing but the volume can be written to, and there is no shell. */
async function requireRefusals(cofre: Running): Promise<void> {
  const places = ["/x", "/app/x", "/etc/passwd", "/usr/bin/x", "/var/lib/x"];
  const script = `for (const each of ${JSON.stringify(places)}) try { require("fs").writeFileSync(each, ""); console.log(each) } catch {}`;
  const written = await cofre.outputOf(inside(script));
  if (written !== "") throw new Error(`it could write ${written}`);
  const { code, output } = await cofre.exec(["/bin/sh", "-c", "id"]);
  if (code !== 127) throw new Error(`/bin/sh ended with ${code}: ${output}`);
}

export const inside = (script: string) => ["/app/node/bin/node", "-e", script];

const adminToken = (cofre: Running) => cofre.output().match(/^\s*(eyJ\S+)$/m)?.[1] ?? "";

const signUp = (token: string) => `
  const body = JSON.stringify({ ...${JSON.stringify(PERSON)}, email_confirm: true });
  fetch("http://localhost:8081/admin/users", { method: "POST", body, headers: { authorization: "Bearer ${token}", "content-type": "application/json" } })
    .then(async (answer) => { console.log(answer.status, await answer.text()); process.exit(answer.ok ? 0 : 1) })`;

const signIn = `
  fetch("http://localhost:8081/token?grant_type=password", { method: "POST", body: ${JSON.stringify(JSON.stringify(PERSON))}, headers: { "content-type": "application/json" } })
    .then(async (answer) => { console.log(answer.status, await answer.text()); process.exit(answer.ok ? 0 : 1) })`;
