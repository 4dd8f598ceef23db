// GET /.well-known/oauth-protected-resource: where apps get tokens for this service, and for what (RFC 9728).
import { endpoint } from "../endpoint.ts";
import { describeResource, ResourceReply } from "./resource_metadata.ts";

export const getResourceMetadata = endpoint({
  method: "GET",
  path: "/.well-known/oauth-protected-resource",
  access: "public",
  alsoAtRoot: true,
  summary: "Where apps get tokens for this service",
  reply: ResourceReply,
  refuses: [404],
  handle: describeResource,
});
