// The app that a request names.
import type { AuthWorld } from "../endpoint.ts";
import type { ClientRow } from "../oauth_clients/client.ts";
import { findClient } from "../oauth_clients/queries.ts";

const LONGEST_ID = 2048;

export function isClientId(id: string): boolean {
  return id.length <= LONGEST_ID && /^[\x21-\x7e]+$/.test(id);
}

/** Undefined for what names none. */
export async function findNamedClient({ db }: Pick<AuthWorld, "db">, id: string): Promise<ClientRow | undefined> {
  return isClientId(id) ? findClient(db, id) : undefined;
}
