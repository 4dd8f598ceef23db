// One connection to PostgreSQL, for as long as it lives. Statements are pipelined: they leave at once, and answers come in their order.
import { type ConnectedClient, connectClient, withCode } from "./client.ts";
import { DatabaseAway } from "./database_away.ts";
import { openLatency } from "./latency.ts";
import { type Description, Query } from "./query.ts";
import { requestSettings, type Settings } from "./session.ts";
import type { Sql } from "./sql.ts";
import { isStalePlan } from "./sqlstate.ts";

export interface ConnectionOptions {
  url: string;
  /** The schema in which unqualified names are looked up. */
  schema: string;
  /** Shown in `pg_stat_activity`. */
  name: string;
  /** Beside those of every request, and before them. */
  settings?: Settings;
}

export interface Connection {
  /** False once it is lost or takes no more statements; it never comes back. */
  readonly open: boolean;
  /** Whether it ever reached the server. */
  readonly wasConnected: boolean;
  /** How long a statement that is sent now would wait for those before it, as far as can be known. */
  backlogMs(): number;
  /** For how long it has owed answers and given none. */
  silentMs(): number;
  /** Statements may be sent without waiting for each other; answers come in order. */
  send(statement: Sql): Promise<Answer>;
  /** Several statements without parameters, as a file holds them. */
  script(text: string): Promise<void>;
  close(): Promise<void>;
}

export interface Answer {
  readonly rows: unknown[];
  /** Rows touched. */
  readonly count: number;
  /** What the server says it did: SELECT, COMMIT, ... */
  readonly command: string;
}

/** Longer than any statement may take. */
const DRAIN_LIMIT_MS = 10_000;

/** Connects at once; statements that are sent before it has wait for that. */
export function openConnection(options: ConnectionOptions, onClose: (connection: Connection) => void): Connection {
  let connected: ConnectedClient | undefined;
  const latency = openLatency();
  const query = openStatements(retire, lose);
  const settings = { ...requestSettings(options.schema), ...options.settings };
  const connecting = connectClient({ ...options, settings, pipeline: true });
  connecting.then((it) => {
    connected = it;
    connection.wasConnected = true;
    it.client.on("end", lose);
  }, lose);

  function leave(): void {
    if (!connection.open) return;
    connection.open = false;
    onClose(connection);
  }

  /** Ends it at once: the driver rejects what is still to be answered. */
  function lose(): void {
    leave();
    connected?.destroy();
  }

  /** Takes no more statements, and ends when those on their way are answered. */
  function retire(): void {
    leave();
    void end(DRAIN_LIMIT_MS);
  }

  /** Where it never was connected there is nothing to end. */
  const end = (limitMs?: number) => connecting.then((it) => it.end(limitMs), ignore);

  async function submit<T>(start: (connected: ConnectedClient) => Promise<T>): Promise<T> {
    if (!connection.open) throw new DatabaseAway("the connection was lost");
    latency.begin();
    try {
      // Where it is connected the statement leaves now, before anything that is sent later.
      return await start(connected ?? (await connecting));
    } catch (error) {
      throw withCode(error as Error);
    } finally {
      latency.end();
    }
  }

  const connection = {
    open: true,
    wasConnected: false,
    backlogMs: latency.backlogMs,
    silentMs: latency.silentMs,
    send: (statement: Sql) => submit((client) => query(client, statement)),
    script: (text: string) => submit(async ({ client }) => void (await client.query(text))),
    close: () => {
      connection.open = false;
      return end();
    },
  };
  return connection;
}

function ignore(): void {}

/** Sends statements, each prepared at its first use. `retire` and `lose` end the connection after an answer that shows it unfit. */
function openStatements(retire: () => void, lose: () => void) {
  const prepared = new Map<string, "sent" | Description>();
  return ({ client, sendTogether }: ConnectedClient, statement: Sql): Promise<Answer> => {
    const { name } = statement;
    const options = queryOptions(statement, prepared.get(name));
    const prepares = !prepared.has(name);
    if (prepares) prepared.set(name, "sent");
    return new Promise((resolve, reject) => {
      const query = new Query(options, (failure, result) => {
        if (prepares && failure) prepared.delete(name);
        else if (prepares) prepared.set(name, query.description);
        const error = failure ?? query.unreadable;
        const { received: rows, description } = query;
        if (error) {
          // An answer that broke off in the middle says that either end may have lost count; nothing further is asked of this one.
          if (rows.length > 0 || isStalePlan(error)) retire();
          reject(error);
        } else if (isWhole(description, rows, result.rowCount)) {
          resolve({ rows, count: result.rowCount ?? 0, command: result.command });
        } else {
          lose();
          reject(new DatabaseAway("the rows and the count of an answer disagree"));
        }
      });
      sendTogether();
      client.query(query);
    });
  };
}

/** A statement that is being prepared may still fail: until that is known, others of the same text go without a name. */
function queryOptions({ text, name, encodedValues: values }: Sql, existing: "sent" | Description | undefined) {
  return existing === "sent" ? { text, values } : { text, values, name, description: existing };
}

/** Commands that change rows may count without answering any; those such as SHOW answer rows without a count. */
function isWhole({ makeRow }: Description, rows: readonly object[], rowCount: number | null): boolean {
  return makeRow === undefined || rowCount === null || rows.length === rowCount;
}
