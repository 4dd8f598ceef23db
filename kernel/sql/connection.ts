// One connection to PostgreSQL, for as long as it lives. The only file of the running services that knows the driver.
// The driver's own reconnecting and its reserved connections are not used: they lose statements and end the process when a connection
// breaks at the wrong moment (porsager/postgres issues 1066, 1154, 1208). A broken connection is thrown away here.
import postgres from "postgres";
import { addressOf } from "./address.ts";
import { openPace } from "./pace.ts";
import { type Column, rowMaker } from "./row_objects.ts";
import { requestSettings, type Settings, urlWithout } from "./session.ts";
import { socketOpener } from "./socket.ts";
import type { Sql } from "./sql.ts";

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
  /** False once it is lost; it never comes back. */
  readonly open: boolean;
  /** True while nothing has been answered yet. */
  readonly untried: boolean;
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

/** The database cannot serve this statement now. Whether the statement took effect may be unknown. */
export class DatabaseAway extends Error {
  override name = "DatabaseAway";
}

const CONNECT_SECONDS = 5;

/** Leaves parameter types to the server, so that one statement is prepared once whatever JavaScript types its values have. */
const SERVER_DECIDES = 0;

// The driver would send a statement without parameters unprepared; `simple` is missing from its types.
const PREPARED = { prepare: true, simple: false };

// `socket` is missing from its types too.
const withSocket = () => ({ socket: socketOpener() });

/** Connects with the first statement. */
export function openConnection(options: ConnectionOptions, onClose: (connection: Connection) => void): Connection {
  let open = true;
  let untried = true;
  /** The driver can forget a statement that was handed to it while its socket was closing; these remember. In the order of the answers. */
  const waiting: ((error: Error) => void)[] = [];
  const pace = openPace();

  const settings = { ...requestSettings(options.schema), ...options.settings };
  const { url, ...server } = addressOf(urlWithout(settings, options.url));
  const client = postgres(url, {
    ...server,
    ...withSocket(),
    max: 1,
    max_lifetime: null,
    // The driver would ask for the types at each connect, and a connection that breaks right then ends the process.
    fetch_types: false,
    connect_timeout: CONNECT_SECONDS,
    connection: { ...settings, application_name: options.name },
    onnotice: () => {},
    onclose: lose,
    types: {
      int8: { to: 20, from: [20], serialize: String, parse: safeInteger },
      // A day has no time of day: it stays the text YYYY-MM-DD.
      day: { to: 1082, from: [1082], serialize: String, parse: String },
      ...ARRAYS,
    },
  });

  function lose(): void {
    if (!open) return;
    open = false;
    onClose(connection);
    for (const reject of waiting) reject(new DatabaseAway("the connection was lost"));
    client.end({ timeout: 0 }).catch(() => {});
  }

  /** `query`: begins when somebody waits for it, as all of the driver's do. */
  function remembered<T>(query: Promise<unknown>, read: (result: unknown) => T): Promise<T> {
    if (!open) return Promise.reject(new DatabaseAway("the connection was lost"));
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    if (waiting.length === 0) pace.begin();
    waiting.push(reject);
    query.then(
      (result) => {
        // The first answer took a connect as well, which says nothing about the next.
        pace.step(untried);
        untried = false;
        waiting.splice(waiting.indexOf(reject), 1);
        resolve(read(result));
        letGo(query, result as unknown[]);
      },
      (error) => {
        pace.step(untried);
        waiting.splice(waiting.indexOf(reject), 1);
        reject(error);
      },
    );
    return promise;
  }

  const connection: Connection = {
    get open() {
      return open;
    },
    get untried() {
      return untried;
    },
    backlogMs: () => pace.backlogMs(waiting.length),
    silentMs: () => pace.silentMs(waiting.length),
    send: (statement) => {
      const values = statement.values.map((value) => client.typed(value as never, SERVER_DECIDES));
      return remembered(client.unsafe(statement.text, values, PREPARED).values(), readResult);
    },
    script: (text) => remembered(client.unsafe(text), () => {}),
    close: async () => {
      open = false;
      await client.end({ timeout: 1 });
    },
  };
  return connection;
}

/** `result`: as the driver has it, each row a list of its values. */
function readResult(result: unknown): Answer {
  const { columns, count, command } = result as Answer & { columns: Column[] };
  const rows = result as unknown[][];
  return { rows: rows.length === 0 ? [] : rows.map(rowMaker(columns)), count, command };
}

/** What a query of the driver has of its statement. */
type Held = Partial<Record<"strings" | "args" | "parameters" | "string" | "signature", unknown>>;

/**
 * V8 makes functions that are assigned to a property in the old generation, and each query of the driver has two. They keep the query until the next full
 * collection, and with it its text, values and rows, which would be copied twice meanwhile: half of all that collecting garbage took.
 */
function letGo(query: Promise<unknown> & Held, result: unknown[]): void {
  query.strings = query.args = query.parameters = query.string = query.signature = undefined;
  result.length = 0;
}

/** Lists may be sent as these; read an array as JSON (`to_jsonb(x)`). */
const ARRAY_TYPES = { bool: 1000, int2: 1005, int4: 1007, text: 1009, int8: 1016, date: 1182, timestamptz: 1185, uuid: 2951 };

const ARRAYS = Object.fromEntries(
  Object.entries(ARRAY_TYPES).map(([name, type]) => [`${name}s`, { to: type, from: [], serialize: arrayLiteral, parse: String }]),
);

function arrayLiteral(items: readonly unknown[]): string {
  const texts = items.map((item) => {
    if (item === null) return "NULL";
    const text = item instanceof Date ? item.toISOString() : String(item);
    return `"${text.replace(/["\\]/g, "\\$&")}"`;
  });
  return `{${texts.join(",")}}`;
}

function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError("an int8 of the database is past the safe integers");
  return value;
}
