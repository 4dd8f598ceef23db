// One connection to PostgreSQL. Statements are pipelined: they are sent at once, and answered in order.
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
  /** Additional settings; those of every request override them. */
  settings?: Settings;
}

export interface Connection {
  /** False once it is lost or closing; it never reopens. */
  readonly open: boolean;
  readonly wasConnected: boolean;
  /** The estimated wait of a statement that is sent now. */
  backlogMs(): number;
  /** How long statements have been pending without any answer. */
  silentMs(): number;
  /** Statements are sent without waiting for each other and answered in order. */
  send(statement: Sql): Promise<Answer>;
  /** Several statements without parameters, such as a file. */
  script(text: string): Promise<void>;
  close(): Promise<void>;
}

export interface Answer {
  readonly rows: unknown[];
  readonly count: number;
  /** The command tag: SELECT, COMMIT, ... */
  readonly command: string;
}

/** Longer than any statement may take. */
const DRAIN_LIMIT_MS = 10_000;

/** Connects at once; statements that are sent earlier wait for the connection. */
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

  /** Closes at once; the driver rejects pending statements. */
  function lose(): void {
    leave();
    connected?.destroy();
  }

  /** Accepts no more statements, and closes after pending ones are answered. */
  function retire(): void {
    leave();
    void end(DRAIN_LIMIT_MS);
  }

  /** A connection that never opened needs no closing. */
  const end = (limitMs?: number) => connecting.then((it) => it.end(limitMs), ignore);

  async function submit<T>(start: (connected: ConnectedClient) => Promise<T>): Promise<T> {
    if (!connection.open) throw new DatabaseAway("the connection was lost");
    latency.begin();
    try {
      // If connected, the statement is sent now, before any later one.
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
          // After an answer that broke off, client and server may be out of step, so the connection is not used again.
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

/** Preparing may still fail. Until it succeeds, statements with the same text are sent unnamed. */
function queryOptions({ text, name, encodedValues: values }: Sql, existing: "sent" | Description | undefined) {
  return existing === "sent" ? { text, values } : { text, values, name, description: existing };
}

/** Commands that change rows may report a count without rows; others, such as SHOW, rows without a count. */
function isWhole({ makeRow }: Description, rows: readonly object[], rowCount: number | null): boolean {
  return makeRow === undefined || rowCount === null || rows.length === rowCount;
}
