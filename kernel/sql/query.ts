// A statement for the driver, and its answer. Known statements run without another Describe, which costs as much as several rows
// for 25 columns.
import pg from "pg";
import { type MakeRow, rowMaker } from "./row_maker.ts";
import type { Encoded } from "./values.ts";

export interface QueryOptions {
  text: string;
  values: Encoded[];
  /** The name of the prepared statement, if any. */
  name?: string | undefined;
  /** Known once it is prepared. */
  description?: Description | undefined;
}

export interface Description {
  /** Undefined without columns. */
  readonly makeRow: MakeRow | undefined;
}

type Callback = (error: Error | null | undefined, result: pg.QueryResultBase) => void;

/** The driver's own types leave out most of its class. */
const DriverQuery = pg.Query as unknown as new (
  text: string,
  values: Encoded[],
  callback: Callback,
) => {
  name?: string;
  readonly values: Encoded[];
  submit(connection: pg.Connection): Error | null;
  handleRowDescription(message: { fields: pg.FieldDef[] }): void;
  handleDataRow(message: { fields: (string | null)[] }): void;
};

export class Query extends DriverQuery {
  readonly received: object[] = [];
  /** The error of a row that could not be parsed. */
  unreadable: unknown;
  #makeRow: MakeRow | undefined;
  readonly #isDescribed: boolean;

  constructor({ text, values, name, description }: QueryOptions, callback: Callback) {
    super(text, values, callback);
    // Set directly, because the driver copies an options object by property, which takes a third of its time.
    if (name !== undefined) this.name = name;
    this.#isDescribed = description !== undefined;
    this.#makeRow = description?.makeRow;
  }

  /** Complete after the answer. */
  get description(): Description {
    return { makeRow: this.#makeRow };
  }

  override submit(connection: pg.Connection): Error | null {
    if (!this.#isDescribed) return super.submit(connection);
    // Over TLS each write would be a record.
    connection.stream.cork();
    connection.bind({ statement: this.name as string, values: this.values }, true);
    connection.execute(null, true);
    connection.sync();
    connection.stream.uncork();
    return null;
  }

  override handleRowDescription({ fields }: { fields: pg.FieldDef[] }): void {
    this.#makeRow = rowMaker(fields);
  }

  override handleDataRow({ fields }: { fields: (string | null)[] }): void {
    try {
      this.received.push((this.#makeRow as MakeRow)(fields));
    } catch (error) {
      this.unreadable ??= error;
    }
  }
}
