// A database for each test, cloned from a template that is migrated once: a fresh world in a few hundredths of a second.
import { createHash, randomBytes } from "node:crypto";
import pg from "pg";

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
  const source = template ? await templateDatabase(template) : "template1";
  const name = `test_${randomBytes(6).toString("hex")}`;
  // The other strategy takes every page through PostgreSQL's buffers and log, and three times as long.
  await administer(`create database ${name} template ${source} strategy file_copy`);
  return { url: named(name), [Symbol.asyncDispose]: () => administer(`drop database if exists ${name} with (force)`) };
}

/** The server that tests run on. */
export function serverUrl(): string {
  const url = process.env[SERVER_VARIABLE];
  if (!url) throw new Error(`${SERVER_VARIABLE} is not set: run tests with "npm test", or "npm test <file>" for some of them.`);
  return url;
}

const templates = new Map<string, Promise<string>>();

function templateDatabase(template: Template): Promise<string> {
  const match = templates.get(template.name) ?? findTemplate(template);
  templates.set(template.name, match);
  return match;
}

/** Made once, by whichever process comes first. It gets its name when it is complete, so that nobody clones half of it. */
async function findTemplate(template: Template): Promise<string> {
  const name = `template_${createHash("sha256").update(template.name).digest("hex").slice(0, 12)}`;
  const draft = `${name}_draft`;
  const client = await connect();
  try {
    await client.query("select pg_advisory_lock(hashtext($1))", [name]);
    const { rowCount } = await client.query("select from pg_database where datname = $1", [name]);
    if (rowCount === 1) return name;
    await client.query(`drop database if exists ${draft} with (force)`);
    await client.query(`create database ${draft}`);
    await template.prepare(named(draft));
    await client.query(`alter database ${draft} rename to ${name}`);
  } finally {
    await client.end();
  }
  return name;
}

/** Missing from its types: whether it keeps the process alive. */
type Kept = pg.Client & { ref(): void; unref(): void };

let stored: Promise<Kept> | undefined;
let waiting = 0;

/** On one connection for all databases of the process, which ends without closing it: each would cost as much as a small database. */
async function administer(statement: string): Promise<void> {
  stored ??= connect() as Promise<Kept>;
  const client = await stored;
  if (waiting++ === 0) client.ref();
  try {
    await client.query(statement);
  } finally {
    if (--waiting === 0) client.unref();
  }
}

async function connect(): Promise<pg.Client> {
  const client = new pg.Client(serverUrl());
  // The server may end before we do.
  client.on("error", () => {});
  await client.connect();
  return client;
}

function named(database: string): string {
  const url = new URL(serverUrl());
  url.pathname = `/${database}`;
  return url.href;
}
