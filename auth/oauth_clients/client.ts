// An app that signs people in here, as the database keeps it, and as administrators and the app itself see it.
import { type Static, Type } from "typebox";
import { withoutUnseen } from "./app_name.ts";

export type ClientType = "public" | "confidential";
export type AuthMethod = "none" | "client_secret_basic" | "client_secret_post";
/** `document`: described by the document at the URL that is its id. */
export type RegistrationType = "manual" | "dynamic" | "document";

export interface ClientRow {
  id: string;
  name: string | null;
  secret_hash: Buffer | null;
  /** Of the secret before, which is good too until then. */
  old_secret_hash: Buffer | null;
  old_secret_until: Date | null;
  client_type: ClientType;
  auth_method: AuthMethod;
  redirect_uris: string[];
  post_logout_redirect_uris: string[];
  grant_types: string[];
  client_uri: string | null;
  logo_uri: string | null;
  registration_type: RegistrationType;
  created_at: Date;
  updated_at: Date;
}

const Text = Type.String();
const Texts = Type.Array(Text);

/** Beyond this many consents are not counted. */
export const MOST_COUNTED = 10_000;

export const ClientReply = Type.Object({
  client_id: Text,
  client_secret: Type.Optional(Type.String({ description: "Only here: it is not kept" })),
  client_type: Type.String({ description: "public or confidential" }),
  token_endpoint_auth_method: Type.String({ description: "none, client_secret_basic or client_secret_post" }),
  registration_type: Type.String({ description: "manual, dynamic or document" }),
  redirect_uris: Texts,
  post_logout_redirect_uris: Texts,
  grant_types: Texts,
  response_types: Texts,
  client_name: Type.Optional(Text),
  client_uri: Type.Optional(Text),
  logo_uri: Type.Optional(Text),
  old_secret_until: Type.Optional(Type.String({ format: "date-time", description: "Until when the secret before is good too" })),
  consents_count: Type.Optional(
    Type.Integer({ description: `How many users have let it in, at most ${MOST_COUNTED}; in lists alone` }),
  ),
  created_at: Type.String({ format: "date-time" }),
  updated_at: Type.String({ format: "date-time" }),
});

export function presentClient(client: ClientRow & { consents_count?: number }, secret?: string): Static<typeof ClientReply> {
  const { old_secret_until: oldUntil, consents_count: consents } = client;
  return {
    client_id: client.id,
    ...(secret !== undefined && { client_secret: secret }),
    client_type: client.client_type,
    token_endpoint_auth_method: client.auth_method,
    registration_type: client.registration_type,
    redirect_uris: client.redirect_uris,
    post_logout_redirect_uris: client.post_logout_redirect_uris,
    grant_types: client.grant_types,
    response_types: ["code"],
    ...(client.name !== null && { client_name: client.name }),
    ...(client.client_uri !== null && { client_uri: client.client_uri }),
    ...(client.logo_uri !== null && { logo_uri: client.logo_uri }),
    ...(oldUntil !== null && { old_secret_until: oldUntil.toISOString() }),
    ...(consents !== undefined && { consents_count: consents }),
    created_at: client.created_at.toISOString(),
    updated_at: client.updated_at.toISOString(),
  };
}

/** As users see it, before they let it in and in the list of those that they did. */
export const ClientSummaryReply = Type.Object({ id: Text, name: Text, uri: Text, logo_uri: Text });

/** Names from before validation may hold invisible characters. */
export function presentClientSummary(
  client: Pick<ClientRow, "id" | "name" | "client_uri" | "logo_uri">,
): Static<typeof ClientSummaryReply> {
  return { id: client.id, name: withoutUnseen(client.name ?? ""), uri: client.client_uri ?? "", logo_uri: client.logo_uri ?? "" };
}
