// Test support: what docs/releases keeps of the data of each release, and a database with it.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "../../../kernel/sql/sql.ts";
import type { Template } from "../../../kernel/testing/database.ts";
import { RELEASES, releasesWith, savedDatabase } from "../../../kernel/testing/saved_rows.ts";
import { hashApiToken, makeApiToken } from "../../credentials/api_token.ts";
import { FINANCE_MIGRATIONS } from "../../main.ts";
import { basicHeader, type TestFinance } from "../../testing.ts";
import type { RecordedUndo } from "./undo_answers.ts";

const ROWS = "finance_rows.json.gz";

export const RELEASES_WITH_DATA: readonly string[] = releasesWith(ROWS);

export const readExport = (release: string): string => readFileSync(join(RELEASES, release, "finance_export.json"), "utf8");
export const readUndo = (release: string): RecordedUndo =>
  JSON.parse(readFileSync(join(RELEASES, release, "finance_undo.json"), "utf8")) as RecordedUndo;
/** What is answered differently on purpose, by differences.json, as whoever compares prints it. */
export const readDifferences = (release: string): readonly string[] => {
  const all = JSON.parse(readFileSync(join(RELEASES, "differences.json"), "utf8")) as Record<string, Record<string, string[]>>;
  return Object.values(all[release] ?? {}).flat();
};

export const releaseTemplate = (release: string): Template => savedDatabase(release, ROWS, FINANCE_MIGRATIONS.folder);

export interface Owner {
  spaceId: number;
  authorization: string;
}

/** Somebody of the release, made known to the auth beside it, with a token to come in by. */
export async function ownerOf({ auth, service, clock }: TestFinance, email: string): Promise<Owner> {
  const { db } = service.world;
  const user = await db.one<{ id: number; auth_user_id: string; space_id: number }>(sql`
    select id, auth_user_id, space_id from users where email = ${email}`);
  const created = await auth.post("/admin/users", { id: user.auth_user_id, email, email_confirm: true }, auth.admin);
  if (created.status !== 200) throw new Error(`the user was not made: ${created.text}`);
  const token = makeApiToken();
  await db.run(sql`
    insert into api_tokens (user_id, name, scope, token_hash, created_at)
    values (${user.id}, 'tests', 'write', ${hashApiToken(token)}, ${clock.now()})`);
  return { spaceId: user.space_id, authorization: basicHeader(email, token) };
}
