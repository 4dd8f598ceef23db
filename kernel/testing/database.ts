// A database for each test, cloned in milliseconds from a template that is migrated once.
import { createHash, randomBytes } from "node:crypto";
import pg from "pg";

/** Set by kernel/testing/run.ts, which runs the server. */
const SERVER_VARIABLE = "COFRE_TEST_DATABASE_URL";

export interface TestDatabase extends AsyncDisposable {
  url: string;
}

export interface Template {
  /** What the template holds, for example "auth". */
  name: string;
  /** Fills an empty database. */
  prepare(url: string): Promise<void>;
}

/** An empty database, or a copy of the template. Disposing drops it. */
export async function testDatabase(template?: Template): Promise<TestDatabase> {
  const source = template ? await templateDatabase(template) : "template1";
  const name = `test_${randomBytes(6).toString("hex")}`;
  // The default strategy copies every page through the WAL and takes three times as long.
  await administer(`create database ${name} template ${source} strategy file_copy`);
  return { url: named(name), [Symbol.asyncDispose]: () => administer(`drop database if exists ${name} with (force)`) };
}

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

/** Created by the first process that needs it, and renamed when complete, so that no partial one is cloned. */
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

/** `ref` and `unref` are missing from the driver's types. */
type SharedClient = pg.Client & { ref(): void; unref(): void };

let stored: Promise<SharedClient> | undefined;
let waiting = 0;

/** One connection for the whole process, because opening one costs as much as creating a small database. */
async function administer(statement: string): Promise<void> {
  stored ??= connect() as Promise<SharedClient>;
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
  // The server may end first.
  client.on("error", () => {});
  await client.connect();
  return client;
}

function named(database: string): string {
  const url = new URL(serverUrl());
  url.pathname = `/${database}`;
  return url.href;
}
