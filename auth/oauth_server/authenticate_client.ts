// Whether an app is who it says it is. Its secret comes in the Authorization header or in the form, never in both.
import { Type } from "typebox";
import type { Request } from "../../kernel/http/endpoint.ts";
import { fail } from "../errors.ts";
import type { ClientRow } from "../oauth_clients/client.ts";
import { isSecret } from "../oauth_clients/secret.ts";

export const credentialFields = { client_id: Type.Optional(Type.String()), client_secret: Type.Optional(Type.String()) };

export interface Credentials {
  clientId: string;
  secret: string | undefined;
}

interface CredentialFields {
  client_id?: string | undefined;
  client_secret?: string | undefined;
}

export function readCredentials(
  { headers }: Pick<Request, "headers">,
  { client_id: id, client_secret: secret }: CredentialFields,
): Credentials {
  const header = headers.authorization;
  if (header !== undefined && /^basic /i.test(header)) {
    const basic = readBasic(header);
    if (!basic) throw clientInvalid();
    if (secret !== undefined || (id !== undefined && id !== basic.clientId))
      throw fail.oauthRequestInvalid({ values: { problem: "the client must authenticate in one way" } });
    return basic;
  }
  if (!id) throw clientInvalid();
  return { clientId: id, secret: secret || undefined };
}

/** Both parts are encoded as in a form (RFC 6749 2.3.1). */
function readBasic(header: string): Credentials | undefined {
  const text = Buffer.from(header.replace(/^basic +/i, ""), "base64").toString();
  const colon = text.indexOf(":");
  if (colon < 1) return undefined;
  try {
    const [clientId, secret] = [text.slice(0, colon), text.slice(colon + 1)].map((part) =>
      decodeURIComponent(part.replaceAll("+", " ")),
    );
    return clientId ? { clientId, secret: secret || undefined } : undefined;
  } catch {
    return undefined;
  }
}

type KnownSecrets = Pick<ClientRow, "secret_hash" | "old_secret_hash" | "old_secret_until">;

/** An app with a secret must show it, one without must not. */
export function requireClient<Client extends KnownSecrets>(
  client: Client | undefined,
  { secret }: Credentials,
  now: Date,
): Client {
  const isGood =
    client && (client.secret_hash === null ? secret === undefined : secret !== undefined && isOneOf(client, secret, now));
  if (!isGood) throw clientInvalid();
  return client;
}

function isOneOf(
  { secret_hash: hash, old_secret_hash: old, old_secret_until: until }: KnownSecrets,
  secret: string,
  now: Date,
): boolean {
  if (hash !== null && isSecret(secret, hash)) return true;
  return old !== null && until !== null && now < until && isSecret(secret, old);
}

export function clientInvalid() {
  return fail.oauthClientInvalid({ headers: { "www-authenticate": 'Basic realm="OAuth", charset="UTF-8"' } });
}
