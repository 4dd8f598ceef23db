// An outbox for a test: a database with the service's tables and queue, keys, and a configuration.
import { createSecretKey, type KeyObject } from "node:crypto";
import { fileURLToPath } from "node:url";
import { migrateJobs } from "../../kernel/jobs.ts";
import { type Database, openDatabase } from "../../kernel/sql/database.ts";
import { migrate } from "../../kernel/sql/migrate.ts";
import { sql } from "../../kernel/sql/sql.ts";
import { testDatabase } from "../../kernel/testing/database.ts";
import { type RecordingLog, recordingLog } from "../../kernel/testing/log.ts";
import { until } from "../../kernel/testing/until.ts";
import { type AuthConfig, readAuthConfig } from "../config.ts";
import type { Mail } from "../mail/mail.ts";
import { mailSender } from "./mail_sender.ts";
import { writeMessage } from "./queries.ts";
import { sealMail } from "./seal.ts";
import { type Outbox, type OutboxOptions, startOutbox } from "./start_outbox.ts";

export const TEST_KEYS = { outbox: testKey(1), address: testKey(2) };

export function testKey(filling: number): KeyObject {
  return createSecretKey(Buffer.alloc(32, filling));
}

export interface TestOutbox extends AsyncDisposable {
  db: Database;
  config: AuthConfig;
  log: RecordingLog;
  /** Queues a mail as a request does, and returns its id. */
  enqueue(mail?: Partial<Mail>): Promise<string>;
  row(id: string): Promise<OutboxState>;
  /** Waits until the row is as the test wants it. */
  until(id: string, expected: (row: OutboxState) => boolean): Promise<OutboxState>;
  /** Starts a worker, which is stopped at the end. */
  start(options?: Partial<OutboxOptions> & { mailbox?: string }): Promise<Outbox>;
}

export interface OutboxState {
  sealed: Buffer | null;
  delivered_at: Date | null;
  failed_at: Date | null;
  attempts: number;
  last_error: string | null;
}

export const RECOVERY: Mail = {
  template: "recovery",
  to: "ana@example.com",
  variables: {
    email: "ana@example.com",
    token: "271828",
    tokenHash: "hash-of-the-link",
    redirectTo: "https://app.example.com/new?a=1&b=2",
    confirmationUrl:
      "https://auth.example.com/verify?token=hash-of-the-link&type=recovery&redirect_to=https%3A%2F%2Fapp.example.com",
    data: { name: "Ana" },
  },
};

/** `variables` are the service's, without their prefix. */
export async function openTestOutbox(variables: Record<string, string> = {}): Promise<TestOutbox> {
  const database = await testDatabase(template);
  const config = testConfig({ DB_DATABASE_URL: database.url, ...variables });
  const db = openDatabase({ url: database.url, schema: "auth", maxConnections: 0, name: "test" });
  const log = recordingLog();
  const started: Outbox[] = [];
  const row = (id: string) =>
    db.one<OutboxState>(sql`select sealed, delivered_at, failed_at, attempts, last_error from outbox where id = ${id}`);
  return {
    db,
    config,
    log,
    enqueue: async (mail = {}) => {
      const message = sealMail(TEST_KEYS, { ...RECOVERY, ...mail }, new Date());
      await db.transaction((tx) => writeMessage(tx, "auth_jobs", message));
      return message.id;
    },
    row,
    until: (id, expected) =>
      until("the message to be as wanted", async () => {
        const rows = await row(id);
        return expected(rows) && rows;
      }),
    start: async ({ mailbox, ...options } = {}) => {
      const senders = { mail: mailSender({ db, config, log, now: options.now ?? (() => new Date()), mailbox }) };
      const outbox = await startOutbox({ db, config, serverKeys: TEST_KEYS, log, senders: () => senders, ...options });
      started.push(outbox);
      return outbox;
    },
    [Symbol.asyncDispose]: async () => {
      for (const outbox of started) await outbox.stop();
      await db.close();
      await database[Symbol.asyncDispose]();
    },
  };
}

export function testConfig(variables: Record<string, string> = {}): AuthConfig {
  const input = {
    SITE_URL: "https://app.example.com",
    API_EXTERNAL_URL: "https://auth.example.com",
    JWT_SECRET: "a secret for tests that is long enough to be quiet",
    DB_DATABASE_URL: "postgres://nobody@localhost/nothing",
    ...variables,
  };
  const environment = Object.fromEntries(Object.entries(input).map(([name, value]) => [`AUTHSVC_${name}`, value]));
  const { config, faults } = readAuthConfig(environment);
  if (faults.length > 0) throw new Error(faults.join("\n"));
  return config;
}

const template = {
  name: "auth with its queue",
  prepare: async (url: string) => {
    const folder = fileURLToPath(new URL("../migrations", import.meta.url));
    await migrate({ url, schema: "auth", folder, also: () => migrateJobs(url, "auth_jobs", recordingLog()) });
  },
};
