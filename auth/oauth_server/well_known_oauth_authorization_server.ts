// GET /.well-known/oauth-authorization-server: what OAuth clients look for first (RFC 8414).
import { endpoint } from "../endpoint.ts";
import { DiscoveryReply, describeServer } from "./discovery.ts";

export const wellKnownOauthServer = endpoint({
  method: "GET",
  path: "/.well-known/oauth-authorization-server",
  access: "public",
  summary: "What this server is as an OAuth server",
  reply: DiscoveryReply,
  refuses: [404],
  handle: describeServer,
});
