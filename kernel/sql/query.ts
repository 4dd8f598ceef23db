// A statement as the driver carries it, and what came in answer. One whose answer the server has described before on this connection is executed without being
// described again, as the driver would have it: with 25 columns that costs the client as much as reading several rows, and the server too.
import pg from "pg";
import { type MakeRow, rowMaker } from "./row_maker.ts";
import type { Encoded } from "./values.ts";

export interface QueryOptions {
  text: string;
  values: Encoded[];
  /** Under which it is or will be prepared, if at all. */
  name?: string | undefined;
  /** Known once it is prepared. */
  description?: Description | undefined;
}

/** What the server says of an answer before its rows. */
export interface Description {
  /** Undefined where there are no columns. */
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
  /** Why a row could not be read. */
  unreadable: unknown;
  #makeRow: MakeRow | undefined;
  readonly #isDescribed: boolean;

  constructor({ text, values, name, description }: QueryOptions, callback: Callback) {
    super(text, values, callback);
    // The driver takes a name in an object of options too, and copies that property by property, which takes a third of the time of all it does.
    if (name !== undefined) this.name = name;
    this.#isDescribed = description !== undefined;
    this.#makeRow = description?.makeRow;
  }

  /** Complete once it is answered. */
  get description(): Description {
    return { makeRow: this.#makeRow };
  }

  override submit(connection: pg.Connection): Error | null {
    if (!this.#isDescribed) return super.submit(connection);
    // Over TLS each write would be a record of its own.
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
