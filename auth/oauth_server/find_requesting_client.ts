// The app that sends a browser here. One that is described by a document is kept as the document has it, which is read again after an hour.
import { actOf } from "../audit/act.ts";
import { logAct } from "../audit/log_act.ts";
import type { AuthInput } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { addressRules } from "../limits/address_limits.ts";
import { requireTries } from "../limits/tries.ts";
import type { ClientRow } from "../oauth_clients/client.ts";
import type { ClientSettings } from "../oauth_clients/client_body.ts";
import { isDocumentUrl, readDocument } from "../oauth_clients/client_document.ts";
import { clientsFull } from "../oauth_clients/clients_full.ts";
import { findClient, insertOwnClient, updateClient } from "../oauth_clients/queries.ts";
import { findNamedClient, isClientId } from "./find_client.ts";

const FRESH_MS = 3_600_000;

/** Undefined for what names none. */
export async function findRequestingClient(input: AuthInput<unknown>, id: string): Promise<ClientRow | undefined> {
  const { db, config, now, request } = input;
  const guard = { allowedHosts: config.oauthServerDocumentAllowedHosts };
  const existing = await findNamedClient(input, id);
  const isDocument = existing ? existing.registration_type === "document" : isClientId(id) && isDocumentUrl(id, guard);
  if (!isDocument) return existing;
  if (!config.oauthServerDocumentsEnabled) return undefined;
  if (existing && now.getTime() - existing.updated_at.getTime() < FRESH_MS) return existing;
  // Strangers make this service fetch a document, so it has the same limit as registration.
  await requireTries(db, addressRules(input, "oauthRegister", request.ip), now);
  const settings = await readDocument(id, guard);
  if (settings === "away") {
    if (existing) return existing;
    throw fail.oauthDocumentUnfit({ values: { field: "client_id", problem: "cannot be reached" } });
  }
  if ("problem" in settings) throw fail.oauthDocumentUnfit({ values: settings });
  return existing ? updateClient(db, id, settings, now) : storeClient(input, id, settings);
}

/** Two may read the same new document at once: one of them keeps it. */
async function storeClient(input: AuthInput<unknown>, id: string, settings: ClientSettings): Promise<ClientRow> {
  const { db, config, now } = input;
  const fresh = { ...settings, id, secretHash: null, registrationType: "document" as const, now };
  const inserted = await db.transaction(async (tx) => {
    const client = await insertOwnClient(tx, fresh, config.oauthServerMaxDynamicClients);
    const entry = { action: "oauth_client_created", actor: { role: "" }, traits: { client_id: id } } as const;
    if (client) await logAct(tx, actOf(input), entry);
    return client;
  });
  const client = inserted ?? (await findClient(db, id));
  if (!client) throw clientsFull();
  return client;
}
