// An app with authorized users, inserted directly: for each user a session for the service and one for the bare loop.
import { randomUUID } from "node:crypto";
import { deriveServerKeys } from "../../auth/keys/server_keys.ts";
import { insertClient } from "../../auth/oauth_clients/queries.ts";
import { hashSecret, newSecret } from "../../auth/oauth_clients/secret.ts";
import { writeRefreshToken } from "../../auth/sessions/refresh_token.ts";
import { openDatabase } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";
import type { CeilingSupplies } from "./ceiling_statements.ts";
import type { Supplies, User } from "./lanes.ts";
import type { Stage } from "./stage.ts";

export interface FilledApp {
  app: NonNullable<Supplies["app"]>;
  /** With the app's refresh tokens. */
  users: User[];
  sessions: CeilingSupplies["sessions"];
}

export async function fillApp(
  { databaseUrl, config }: Pick<Stage, "databaseUrl" | "config">,
  users: readonly User[],
): Promise<FilledApp> {
  const db = openDatabase({ url: databaseUrl, schema: "auth", maxConnections: 1, name: "cofre bench" });
  const app = { id: randomUUID(), secret: newSecret() };
  const now = new Date();
  const { refresh } = deriveServerKeys(config);
  const open = async (userId: string) => {
    const sessionId = randomUUID();
    await db.run(sql`
      insert into sessions (id, user_id, amr, refreshed_at, ip, created_at, client_id, scopes, resources)
      values (${sessionId}, ${userId}, '[]', ${now}, '127.0.0.1', ${now}, ${app.id}, '{email}', '{}')`);
    return sessionId;
  };
  try {
    await insertClient(db, {
      ...{ id: app.id, secretHash: hashSecret(app.secret), name: "Bench", client_type: "confidential" },
      ...{ auth_method: "client_secret_post", redirect_uris: ["https://app.example.com"], post_logout_redirect_uris: [] },
      ...{
        grant_types: ["authorization_code", "refresh_token"],
        client_uri: null,
        logo_uri: null,
        registrationType: "manual",
        now,
      },
    });
    const filled: FilledApp = { app, users: [], sessions: [] };
    for (const user of users) {
      const userId = userIdOf(user);
      const sessionId = await open(userId);
      filled.users.push({ ...user, refresh: writeRefreshToken({ sessionId, counter: 0 }, refresh) });
      filled.sessions.push({ userId, sessionId: await open(userId) });
    }
    return filled;
  } finally {
    await db.close();
  }
}

export function userIdOf({ access }: User): string {
  return (JSON.parse(Buffer.from(access.split(".")[1] ?? "", "base64url").toString()) as { sub: string }).sub;
}
