// GET /.well-known/oauth-protected-resource/rest/v2: the same, where RFC 9728 puts it for a resource with this path.
import { endpoint } from "../endpoint.ts";
import { describeResource, ResourceReply } from "./resource_metadata.ts";

export const getResourceMetadataOfPath = endpoint({
  method: "GET",
  path: "/.well-known/oauth-protected-resource/rest/v2",
  access: "public",
  alsoAtRoot: true,
  summary: "Where apps get tokens for this service, by its path",
  reply: ResourceReply,
  refuses: [404],
  handle: describeResource,
});
