// A database behind a breaker: what is asked of it is refused at once while its machine does not answer.
import type { Database, Db } from "../../kernel/sql/database.ts";
import type { Breaker } from "./breaker.ts";

export function guarded(db: Database, { ask }: Breaker): Database {
  /** Work of several statements sends no more of them once it was refused, and a transaction is not committed then. */
  const steps =
    <T>(work: (db: Db) => Promise<T>, demand: () => void) =>
    async (inner: Db) => {
      const result = await work(demanding(inner, demand));
      demand();
      return result;
    };
  return {
    many: (statement) => ask(() => db.many(statement)),
    one: (statement) => ask(() => db.one(statement)),
    maybeOne: (statement) => ask(() => db.maybeOne(statement)),
    run: (statement) => ask(() => db.run(statement)),
    transaction: (work) => ask((demand) => db.transaction(steps(work, demand))),
    onSharedConnection: (work) => ask((demand) => db.onSharedConnection(steps(work, demand))),
    onOneConnection: (work) => ask((demand) => db.onOneConnection(steps(work, demand))),
    get roundTrips() {
      return db.roundTrips;
    },
    get pending() {
      return db.pending;
    },
    get observer() {
      return db.observer;
    },
    set observer(observer) {
      db.observer = observer;
    },
    close: () => db.close(),
  };
}

function demanding(db: Db, demand: () => void): Db {
  const after =
    <Args extends unknown[], T>(send: (...args: Args) => Promise<T>) =>
    async (...args: Args) => {
      demand();
      return send(...args);
    };
  return { many: after(db.many), one: after(db.one), maybeOne: after(db.maybeOne), run: after(db.run) } as Db;
}
