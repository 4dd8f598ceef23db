// GET /scim/v2/Schemas: the form of what can be provisioned here, which is nothing yet.
import { endpoint } from "../endpoint.ts";
import { emptyList, REFUSED, ScimList, scimQuery } from "./discovery.ts";

export const scimSchemas = endpoint({
  method: "GET",
  path: "/scim/v2/Schemas",
  access: "public",
  summary: "The schemas of what SCIM clients may provision",
  query: scimQuery,
  reply: ScimList,
  mediaType: "application/scim+json",
  answers: { 403: REFUSED, 404: REFUSED },
  handle: ({ config, query }) => emptyList(config, query),
});
