// Checks a PostgreSQL server: whether it answers, is new enough, and stores data safely.
import { setTimeout as sleep } from "node:timers/promises";
import { OperatorError } from "../process/operator_error.ts";
import { connectClient } from "./client.ts";
import { openConnection } from "./connection.ts";
import { CHECKED_SETTINGS, checkSettings, type ServerSettings, type SettingFinding } from "./server_settings.ts";
import { requestSettings } from "./session.ts";
import { sql } from "./sql.ts";

export interface ServerFacts {
  /** "18.4" */
  version: string;
  /** Problems of its settings; empty if there are none. */
  findings: SettingFinding[];
  /** Settings that our connections override, as `name = ours (theirs here)`. */
  replaced: string[];
}

const OLDEST_VERSION = 15;
const RETRY_MS = 500;

export async function inspectServer(url: string): Promise<ServerFacts> {
  const settings = await settingsForOthers(url, LOOKED_AT);
  const version = (settings.get("server_version") ?? "").split(" ")[0] as string;
  if (Number(settings.get("server_version_num")) < OLDEST_VERSION * 10_000) {
    throw new OperatorError(`PostgreSQL ${version} is too old. Cofre needs PostgreSQL ${OLDEST_VERSION} or newer.`);
  }
  const encoding = settings.get("server_encoding");
  if (encoding !== "UTF8") {
    throw new OperatorError(
      `The database is encoded in ${encoding}, which cannot store every text. Create one with: create database ... encoding 'UTF8' template template0`,
    );
  }
  const dropped = await droppedSettings(url);
  if (dropped.length > 0) {
    throw new OperatorError(
      `Something between Cofre and PostgreSQL, such as a pooler, drops the settings of our connections (${dropped.join(", ")}). Connect to PostgreSQL itself.`,
    );
  }
  const replaced = Object.entries(requestSettings(NO_SCHEMA))
    .filter(([name, value]) => name !== "search_path" && settings.get(name) !== value)
    .map(([name, value]) => `${name} = ${value} (${settings.get(name)} here)`);
  return { version, findings: checkSettings(settings), replaced };
}

/** How many connections the server accepts from everyone. */
export async function readMaxConnections(url: string): Promise<number> {
  return Number((await settingsForOthers(url, ["max_connections"])).get("max_connections"));
}

/** The server's settings for a client that requests none. */
async function settingsForOthers(url: string, names: readonly string[]): Promise<ServerSettings> {
  const { client, end } = await connectClient({ url, settings: {}, name: "cofre" });
  try {
    const { rows } = await client.query<SettingRow>("select name, setting from pg_settings where name = any($1)", [names]);
    return byName(rows);
  } finally {
    await end();
  }
}

/** Settings that our connection requested and did not get. */
async function droppedSettings(url: string): Promise<string[]> {
  const connection = openConnection({ url, schema: NO_SCHEMA, name: "cofre" }, () => {});
  try {
    const expected = Object.entries(requestSettings(NO_SCHEMA));
    const actual = byName((await connection.send(sql`select name, setting from pg_settings`)).rows as SettingRow[]);
    return expected.filter(([name, value]) => actual.get(name) !== value).map(([name]) => name);
  } finally {
    await connection.close();
  }
}

interface SettingRow {
  name: string;
  setting: string;
}

const byName = (rows: readonly SettingRow[]): ServerSettings => new Map(rows.map(({ name, setting }) => [name, setting]));

/** Only settings are read. */
const NO_SCHEMA = "pg_catalog";
const LOOKED_AT = [
  ...["server_version", "server_version_num", "server_encoding"],
  ...Object.keys(requestSettings(NO_SCHEMA)),
  ...CHECKED_SETTINGS,
];

/** Waits for a server that is still starting, as containers do. */
export async function waitForServer(url: string, seconds: number, onWait: (problem: string) => void): Promise<ServerFacts> {
  const deadline = Date.now() + seconds * 1000;
  for (let attempt = 1; ; attempt++) {
    try {
      return await inspectServer(url);
    } catch (error) {
      const problem = explain(error);
      if (error instanceof OperatorError || isFinal(error) || Date.now() > deadline) {
        throw error instanceof OperatorError
          ? error
          : new OperatorError(`The database cannot be used: ${problem}`, { cause: error });
      }
      if (attempt === 1) onWait(problem);
      await sleep(RETRY_MS);
    }
  }
}

const WRONG_PASSWORD = "28P01";
const NO_SUCH_ROLE = "28000";
const NO_SUCH_DATABASE = "3D000";
/** PostgreSQL rejects an unknown setting in the URL, and a pooler one of ours, with this SQLSTATE. */
const UNKNOWN_SETTING = "42704";
const UNSUPPORTED_SETTING = "08P01";

/** Waiting does not fix a wrong name, password or setting. */
function isFinal(error: unknown): boolean {
  const code = (error as { code?: string }).code ?? "";
  return [WRONG_PASSWORD, NO_SUCH_ROLE, NO_SUCH_DATABASE, UNKNOWN_SETTING, UNSUPPORTED_SETTING, "ENOTFOUND"].includes(code);
}

function explain(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string };
  if (code === "ECONNREFUSED") return "nothing listens at that host and port.";
  if (code === "ENOENT") return "nothing listens on a socket in that folder, by that port.";
  if (code === "ENOTFOUND") return "the host name is unknown.";
  if (code === "ETIMEDOUT") return "the host does not answer.";
  if (code === UNSUPPORTED_SETTING) return `${message}. Is it a pooler? Connect to PostgreSQL itself.`;
  return `${message ?? String(error)}.`;
}
