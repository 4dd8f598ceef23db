// GET /scim/v2/ServiceProviderConfig: which parts of SCIM this service speaks, and how clients authenticate (RFC 7643, 5).
import { Type } from "typebox";
import { ownUrl } from "../config/own_url.ts";
import { endpoint } from "../endpoint.ts";
import { REFUSED, requireScim, scimAnswer } from "./discovery.ts";

const Feature = Type.Object({ supported: Type.Boolean() });
const Bulk = Type.Object({ ...Feature.properties, maxOperations: Type.Integer(), maxPayloadSize: Type.Integer() });
const Scheme = Type.Object({
  type: Type.String(),
  name: Type.String(),
  description: Type.String(),
  specUri: Type.String(),
  primary: Type.Boolean(),
});

const OFF = { supported: false };
const BEARER = {
  type: "oauthbearertoken",
  name: "OAuth Bearer Token",
  description: "A token in the Authorization header",
  specUri: "https://www.rfc-editor.org/info/rfc6750",
  primary: true,
};

export const scimServiceProviderConfig = endpoint({
  method: "GET",
  path: "/scim/v2/ServiceProviderConfig",
  access: "public",
  summary: "Which parts of SCIM this service speaks",
  reply: Type.Object({
    schemas: Type.Array(Type.String()),
    patch: Feature,
    bulk: Bulk,
    filter: Type.Object({ ...Feature.properties, maxResults: Type.Integer() }),
    changePassword: Feature,
    sort: Feature,
    etag: Feature,
    authenticationSchemes: Type.Array(Scheme),
    meta: Type.Object({ resourceType: Type.String(), location: Type.String() }),
  }),
  mediaType: "application/scim+json",
  answers: { 404: REFUSED },
  handle: ({ config }) => {
    requireScim(config);
    return scimAnswer({
      schemas: ["urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig"],
      patch: OFF,
      bulk: { ...OFF, maxOperations: 0, maxPayloadSize: 0 },
      filter: { ...OFF, maxResults: 0 },
      changePassword: OFF,
      sort: OFF,
      etag: OFF,
      authenticationSchemes: [BEARER],
      meta: { resourceType: "ServiceProviderConfig", location: ownUrl(config, "/scim/v2/ServiceProviderConfig") },
    });
  },
});
