// The statements on `oauth_consents`: what users let apps do.
import type { Db } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";
import type { ClientRow } from "../oauth_clients/client.ts";

export interface Grant extends Pick<ClientRow, "name" | "client_uri" | "logo_uri"> {
  id: string;
  scopes: string[];
  resources: string[];
  granted_at: Date;
}

/** Newest first. */
export function listGrants(db: Db, userId: string): Promise<Grant[]> {
  return db.many<Grant>(sql`
    select client.id, client.name, client.client_uri, client.logo_uri, to_jsonb(consent.scopes) as scopes,
           to_jsonb(consent.resources) as resources, consent.granted_at
      from oauth_consents consent
      join oauth_clients client on client.id = consent.client_id
     where consent.user_id = ${userId}
     order by consent.granted_at desc, client.id
     limit 1000`);
}

/** With the requests under way and their codes. False if there is none. */
export async function deleteGrant(tx: Db, userId: string, clientId: string): Promise<boolean> {
  const [deleted] = await Promise.all([
    tx.run(sql`delete from oauth_consents where user_id = ${userId} and client_id = ${clientId}`),
    tx.run(sql`delete from oauth_authorizations where user_id = ${userId} and client_id = ${clientId}`),
  ]);
  return deleted === 1;
}

/** Of a user who is forgotten. */
export async function deleteAllGrants(tx: Db, userId: string): Promise<void> {
  await Promise.all([
    tx.run(sql`delete from oauth_consents where user_id = ${userId}`),
    tx.run(sql`delete from oauth_authorizations where user_id = ${userId}`),
  ]);
}
