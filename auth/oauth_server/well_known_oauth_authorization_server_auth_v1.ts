// GET /.well-known/oauth-authorization-server/auth/v1: the same for an issuer with the path of Supabase's clients, which RFC 8414 puts last.
import { endpoint } from "../endpoint.ts";
import { DiscoveryReply, describeServer } from "./discovery.ts";

export const wellKnownOauthServerOfPath = endpoint({
  method: "GET",
  path: "/.well-known/oauth-authorization-server/auth/v1",
  access: "public",
  summary: "What this server is as an OAuth server, for the issuer with this path",
  reply: DiscoveryReply,
  refuses: [404],
  handle: describeServer,
});
