// GET /scim/v2/ResourceTypes: what can be provisioned here, which is nothing yet.
import { endpoint } from "../endpoint.ts";
import { emptyList, REFUSED, ScimList, scimQuery } from "./discovery.ts";

export const scimResourceTypes = endpoint({
  method: "GET",
  path: "/scim/v2/ResourceTypes",
  access: "public",
  summary: "The kinds of resources that SCIM clients may provision",
  query: scimQuery,
  reply: ScimList,
  mediaType: "application/scim+json",
  answers: { 403: REFUSED, 404: REFUSED },
  handle: ({ config, query }) => emptyList(config, query),
});
