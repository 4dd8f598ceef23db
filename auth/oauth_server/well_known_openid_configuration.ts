// GET /.well-known/openid-configuration: what OpenID clients look for first (OpenID Connect Discovery).
import { endpoint } from "../endpoint.ts";
import { DiscoveryReply, describeServer } from "./discovery.ts";

export const wellKnownOpenidConfiguration = endpoint({
  method: "GET",
  path: "/.well-known/openid-configuration",
  access: "public",
  summary: "What this server is as an OpenID provider",
  reply: DiscoveryReply,
  refuses: [404],
  handle: describeServer,
});
