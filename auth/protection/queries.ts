// Whose account an administrator means.
import type { Db } from "../../kernel/sql/database.ts";
import { type Sql, sql } from "../../kernel/sql/sql.ts";

export interface Person {
  id: string;
  email: string | null;
  phone: string | null;
}

export function findPersonBy(db: Db, condition: Sql): Promise<Person | undefined> {
  return db.maybeOne<Person>(sql`select id, email, phone from users where ${condition} and deleted_at is null`);
}
