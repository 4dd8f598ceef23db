// The image of the services: in the place of Supabase's auth image, on a PostgreSQL of this machine.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { startEmbeddedPostgres } from "../../kernel/embedded_postgres/embedded_postgres.ts";
import { freePort } from "../../kernel/embedded_postgres/free_port.ts";
import type { Attempt, Laboratory } from "./attempt.ts";
import { runContainer } from "./running.ts";
import { inside } from "./try_all_in_one.ts";

const SOMEBODY = 12345;
const SECRET = "a secret of at least 32 characters, for trials";

export function servicesAttempts(laboratory: Laboratory): Attempt[] {
  const attempt = (what: string, work: () => Promise<string>): Attempt => ({
    what: `cofre-services: ${what}`,
    needsRuntime: true,
    work,
  });
  const plan = async (command: string[] | undefined, env: Record<string, string>) => {
    const { root, image } = await laboratory.unpack("cofre-services", "amd64");
    const { scratch } = laboratory;
    return { root, image, scratch, env, uid: SOMEBODY, hasNetwork: true, ...(command && { command }) };
  };
  return [
    attempt("gotrue version", async () => {
      await using gotrue = await runContainer(laboratory.runtime!, await plan(["gotrue", "version"], {}));
      if ((await gotrue.ended) !== 0) throw new Error(gotrue.output());
      return gotrue.output().trim();
    }),
    attempt("gotrue migrate, then auth as GoTrue's compose file has it, without a volume", async () => {
      await using database = await startDatabase(laboratory);
      const port = await freePort();
      const env = {
        GOTRUE_API_HOST: "127.0.0.1",
        GOTRUE_API_PORT: String(port),
        API_EXTERNAL_URL: `http://localhost:${port}`,
        GOTRUE_DB_DRIVER: "postgres",
        GOTRUE_DB_DATABASE_URL: database.url,
        GOTRUE_SITE_URL: "http://localhost:3000",
        GOTRUE_JWT_SECRET: SECRET,
        GOTRUE_MAILER_AUTOCONFIRM: "true",
      };
      await using migration = await runContainer(laboratory.runtime!, await plan(["gotrue", "migrate"], env));
      if ((await migration.ended) !== 0) throw new Error(`gotrue migrate: ${migration.output()}`);
      await using auth = await runContainer(laboratory.runtime!, await plan(undefined, env));
      const seconds = await auth.untilWell(["wget", "--no-verbose", "--tries=1", "--spider", `http://localhost:${port}/health`]);
      await auth.outputOf(["cofre", "health"]);
      const signUp = await auth.outputOf(inside(signUpAt(port)));
      const { code, seconds: stopSeconds } = await auth.stop();
      if (code !== 0) throw new Error(`SIGTERM: auth ended with ${code}: ${auth.output()}`);
      return `well after ${seconds.toFixed(1)} s, sign-up ${signUp}, ended by SIGTERM with 0 after ${stopSeconds.toFixed(1)} s`;
    }),
    attempt("cofre health ends with 1 where nothing answers", async () => {
      const port = String(await freePort());
      await using health = await runContainer(laboratory.runtime!, await plan(["health", `http://127.0.0.1:${port}`], {}));
      const code = await health.ended;
      if (code !== 1 || !health.output().includes(port)) throw new Error(`it ended with ${code}: ${health.output()}`);
      return health.output().trim();
    }),
  ];
}

async function startDatabase({ scratch }: Laboratory) {
  const home = join(scratch, "database");
  await mkdir(home, { recursive: true });
  return startEmbeddedPostgres({ home, password: "of a trial", settings: { fsync: "off" } });
}

const signUpAt = (port: number) => `
  const body = JSON.stringify({ email: "ana@example.com", password: "correct horse battery staple" });
  fetch("http://localhost:${port}/signup", { method: "POST", body, headers: { "content-type": "application/json" } })
    .then((answer) => { console.log(answer.status); process.exit(answer.ok ? 0 : 1) })`;
