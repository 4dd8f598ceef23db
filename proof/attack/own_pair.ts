// Our own pairs: a temporary PostgreSQL, and four processes on one database.
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { asAuthAdmin } from "../../auth/adoption/testing.ts";
import { makeKeys, variableOf } from "../../auth/sso/testing.ts";
import { startEmbeddedPostgres } from "../../kernel/embedded_postgres/embedded_postgres.ts";
import { ownCertificate } from "../../kernel/http/certificate.ts";
import { openDatabase } from "../../kernel/sql/database.ts";
import { sql, trusted } from "../../kernel/sql/sql.ts";
import { adminToken as mintAdminToken } from "../harness/tokens.ts";
import { openWorkFolder } from "../harness/work_folder.ts";
import { fillToAdopt } from "./adopted_rows.ts";
import type { PairVariables } from "./attack_case.ts";
import { makePair, type Pair, type RunOptions } from "./pair.ts";
import { type Replica, startReplica } from "./replica.ts";
import { BASE } from "./settings.ts";
import { type Sinks, startSinks } from "./sinks.ts";

export interface Ground extends AsyncDisposable {
  /** The server on which databases are created. */
  databaseUrl: string;
  folder: string;
}

/** Fast and unsafe: the database is thrown away. */
const SETTINGS = { fsync: "off", synchronous_commit: "off", full_page_writes: "off", max_connections: "400" };

export async function openGround(): Promise<Ground> {
  const folder = await openWorkFolder("attack");
  const home = join(folder.path, "postgres");
  const server = await startEmbeddedPostgres({ home, password: "attack", settings: SETTINGS });
  return {
    databaseUrl: server.url,
    folder: folder.path,
    [Symbol.asyncDispose]: async () => {
      await server.stop();
      folder[Symbol.dispose]();
    },
  };
}

/** Replicas of each service, on one database. */
const TWO_OF_EACH = { auth: 2, finance: 2 };

export async function startOwnPair(
  ground: Pick<Ground, "databaseUrl" | "folder">,
  expected: PairVariables,
  options: RunOptions,
  counts = TWO_OF_EACH,
): Promise<Pair> {
  await using opened = new AsyncDisposableStack();
  const adopts = expected.auth?.ADOPT !== undefined;
  const databaseUrl = await makeDatabase(ground.databaseUrl);
  if (adopts) await fillToAdopt(databaseUrl);
  const sinks = opened.use(await startSinks());
  const certificate = await ownCertificate(join(ground.folder, "tls"));
  const jwtSecret = `canary-jwt-${randomBytes(24).toString("hex")}`;
  const secretKey = `canary-key-${randomBytes(24).toString("hex")}`;
  const adminToken = mintAdminToken(jwtSecret);
  const secrets = { databaseUrl: adopts ? asAuthAdmin(databaseUrl) : databaseUrl, jwtSecret, secretKey };
  const variables = authVariables(expected, sinks, secrets);
  const start = async (service: "auth" | "finance", variables: Record<string, string>) => {
    const replica = await startReplica(service, variables, ground.folder);
    opened.defer(replica.stop);
    return replica;
  };
  // The first one migrates.
  const auth: Replica[] = [];
  while (auth.length < counts.auth) auth.push(await start("auth", variables));
  const financeVariables = (authUrl: string) =>
    prefixed("FINANCE_", {
      HOST: "127.0.0.1",
      LOG_LEVEL: "debug",
      DATABASE_URL: databaseUrl,
      TLS_CERT: certificate.path,
      TLS_KEY: join(ground.folder, "tls", "key.pem"),
      AUTH_URL: authUrl,
      AUTH_TOKEN: adminToken,
      JWT_SECRET: jwtSecret,
      ...expected.finance,
    });
  const finance: Replica[] = [];
  for (const { url } of auth.slice(0, counts.finance)) finance.push(await start("finance", financeVariables(url)));
  const db = openDatabase({ url: databaseUrl, schema: adopts ? "cofre_auth" : "auth", name: "attack", maxConnections: 4 });
  opened.defer(() => db.close());
  const running = opened.move();
  const replicas = { auth, finance };
  const pair = makePair({
    urls: { auth: () => auth.map(({ url }) => url), finance: () => finance.map(({ url }) => url) },
    ca: certificate.cert,
    adminToken,
    inside: {
      db,
      sinks,
      replicas,
      jwtSecret,
      certificate: certificate.path,
      logs: () => [...auth, ...finance].map(({ output }) => output).join("\n"),
    },
    options,
    close: () => running.disposeAsync(),
  });
  for (const secret of [jwtSecret, secretKey]) pair.secrets.keep("server secret", secret);
  return pair;
}

interface PairSecrets {
  databaseUrl: string;
  jwtSecret: string;
  secretKey: string;
}

function authVariables({ auth = {} }: PairVariables, sinks: Sinks, { databaseUrl, jwtSecret, secretKey }: PairSecrets) {
  const { templates, hooks } = sinks;
  const expected = Object.entries(auth).map(([name, value]) => [
    name,
    value?.replace("{templates}", templates.url).replace("{hooks}", hooks.url),
  ]);
  return prefixed("AUTHSVC_", {
    ...BASE,
    SAML_PRIVATE_KEY: variableOf(makeKeys()),
    ...sinks.variables,
    DB_DATABASE_URL: databaseUrl,
    JWT_SECRET: jwtSecret,
    SECRET_KEY: secretKey,
    ...Object.fromEntries(expected),
  });
}

async function makeDatabase(server: string): Promise<string> {
  const name = `attack_${randomBytes(6).toString("hex")}`;
  const admin = openDatabase({ url: server, schema: "public", name: "attack", maxConnections: 2 });
  await admin.run(sql`create database ${trusted(name)}`);
  await admin.close();
  return Object.assign(new URL(server), { pathname: `/${name}` }).href;
}

function prefixed(prefix: string, variables: Record<string, string | undefined>): Record<string, string> {
  const entries = Object.entries(variables).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return Object.fromEntries(entries.map(([name, value]) => [`${prefix}${name}`, value]));
}
