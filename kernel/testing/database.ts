// A database for each test file, cloned from a template that is migrated once: a fresh world in a few hundredths of a second.
import { createHash, randomBytes } from "node:crypto";
import postgres from "postgres";

/** Given by kernel/testing/run.ts, which runs the server. */
const SERVER_VARIABLE = "COFRE_TEST_DATABASE_URL";

export interface TestDatabase extends AsyncDisposable {
  url: string;
}

export interface Template {
  /** Says what the template holds, for example "auth". */
  name: string;
  /** Fills an empty database. */
  prepare(url: string): Promise<void>;
}

/** An empty database, or a copy of the template. It is dropped when disposed of. */
export async function testDatabase(template?: Template): Promise<TestDatabase> {
  const server = serverUrl();
  const admin = postgres(server, { max: 1, onnotice: () => {} });
  const name = `test_${randomBytes(6).toString("hex")}`;
  try {
    const source = template ? await templateDatabase(admin, server, template) : "template1";
    await admin`create database ${admin(name)} template ${admin(source)}`;
  } finally {
    await admin.end();
  }
  return {
    url: named(server, name),
    [Symbol.asyncDispose]: async () => {
      const again = postgres(server, { max: 1, onnotice: () => {} });
      await again`drop database if exists ${again(name)} with (force)`;
      await again.end();
    },
  };
}

/** The server that tests run on. */
export function serverUrl(): string {
  const url = process.env[SERVER_VARIABLE];
  if (!url) throw new Error(`${SERVER_VARIABLE} is not set: run tests with "npm test", or "npm test <file>" for some of them.`);
  return url;
}

/** Made once, by whichever test file comes first. It gets its name when it is complete, so that nobody clones half of it. */
async function templateDatabase(admin: postgres.Sql, server: string, template: Template): Promise<string> {
  const name = `template_${createHash("sha256").update(template.name).digest("hex").slice(0, 12)}`;
  const draft = `${name}_draft`;
  await admin`select pg_advisory_lock(hashtext(${name}))`;
  try {
    const [found] = await admin`select 1 from pg_database where datname = ${name}`;
    if (!found) {
      await admin`drop database if exists ${admin(draft)} with (force)`;
      await admin`create database ${admin(draft)}`;
      await template.prepare(named(server, draft));
      await admin`alter database ${admin(draft)} rename to ${admin(name)}`;
    }
  } finally {
    await admin`select pg_advisory_unlock(hashtext(${name}))`;
  }
  return name;
}

function named(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}
