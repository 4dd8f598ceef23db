// GET /.well-known/jwks.json: the public keys of access tokens, so that applications verify them without asking this server.
// Empty while JWT_SECRET signs. A new key should be listed here for the age below before it signs.
import { Type } from "typebox";
import { Answer } from "../../kernel/http/endpoint.ts";
import { endpoint } from "../endpoint.ts";
import { CACHE_SECONDS } from "./key_set.ts";

export const wellKnownJwks = endpoint({
  method: "GET",
  path: "/.well-known/jwks.json",
  access: "public",
  summary: "Public keys that verify access tokens",
  reply: Type.Object({ keys: Type.Array(Type.Object({ kty: Type.String() }, { additionalProperties: true })) }),
  handle: ({ keys }) => new Answer(200, { "cache-control": `public, max-age=${CACHE_SECONDS}` }, { keys: keys.publicKeys() }),
});
