// What a start on an adopted schema does before it serves: checks it, brings our schema up to date beside it, copies what is there.
import { openDatabase } from "../../kernel/sql/database.ts";
import type { DatabaseFunction } from "../../kernel/sql/functions.ts";
import type { AuthConfig } from "../config.ts";
import { deriveServerKeys } from "../keys/server_keys.ts";
import { type CopyReport, copyAdopted } from "./copy.ts";
import { contractOf, mirrorOf, type Schemas } from "./mirror.ts";
import type { Counts } from "./queries_copy.ts";
import { readAdopted } from "./read_adopted.ts";

/** A name that the tables of jobs, which are in the same schema, do not have. */
export const ADOPTED_HISTORY = "cofre_migrations";

/** So that none is shared: statements here are few and long. */
const CONNECTIONS = 1;
/** A batch, or a comparison of large tables, takes longer than a request may. */
const NO_TIMEOUTS = { statement_timeout: "0", lock_timeout: "0", idle_in_transaction_session_timeout: "0" };

export interface Adoption {
  functions: readonly DatabaseFunction[];
  history: string;
  /** Under the lock of the migrations, once they are applied. */
  copy(says?: (copied: Counts) => void): Promise<CopyReport>;
}

export function schemasOf({
  dbNamespace,
  adoptedSchema,
}: Pick<AuthConfig, "dbNamespace" | "adoptedSchema">): Schemas | undefined {
  return adoptedSchema === undefined ? undefined : { ours: dbNamespace, theirs: adoptedSchema };
}

/** Throws an OperatorError for a schema that cannot be adopted, before anything is changed. */
export async function openAdoption(config: AuthConfig, schemas: Schemas, now: () => Date): Promise<Adoption> {
  const { version } = await readAdopted(config.databaseUrl, schemas);
  return {
    functions: [...(version === "" ? [contractOf(schemas)] : []), mirrorOf(schemas)],
    history: ADOPTED_HISTORY,
    copy: async (says) => {
      await using db = openAdoptionDatabase(config);
      const { theirs } = schemas;
      return await copyAdopted({
        db: db.db,
        theirs,
        version,
        config,
        serverKeys: deriveServerKeys(config),
        now,
        ...(says && { says }),
      });
    },
  };
}

/** Its statements may take as long as they need. */
export function openAdoptionDatabase({ databaseUrl: url, dbNamespace: schema }: Pick<AuthConfig, "databaseUrl" | "dbNamespace">) {
  const db = openDatabase({ url, schema, maxConnections: CONNECTIONS, name: "cofre adopt", settings: NO_TIMEOUTS });
  return { db, [Symbol.asyncDispose]: () => db.close() };
}
