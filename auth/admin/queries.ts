// The statements with which administrators look whether a new user can be.
import type { Db } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";
import type { NewUser } from "../users/queries.ts";

export interface Taken {
  id: boolean;
  email: boolean;
  phone: boolean;
}

/** Which fields of a new user another user has already. */
export function findTaken(db: Db, { id, email, phone }: Pick<NewUser, "id" | "email" | "phone">): Promise<Taken> {
  return db.one<Taken>(sql`
    select exists (select from users where id = ${id}) as id,
           exists (select from users where email = ${email}) as email,
           exists (select from users where phone = ${phone}) as phone`);
}

export async function isEmailTaken(db: Db, email: string): Promise<boolean> {
  const { taken } = await db.one<{ taken: boolean }>(sql`select exists (select from users where email = ${email}) as taken`);
  return taken;
}
