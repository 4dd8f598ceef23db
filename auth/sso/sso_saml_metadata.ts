// GET /sso/saml/metadata: this service as an identity provider has to know it. The address is also its name there.
import { Type } from "typebox";
import { Answer } from "../../kernel/http/endpoint.ts";
import { endpoint } from "../endpoint.ts";
import { requireSaml } from "./provider.ts";
import { writeMetadata } from "./saml/service_provider.ts";

const DOWNLOADED_YEARS = 5;

export const getSsoSamlMetadata = endpoint({
  method: "GET",
  path: "/sso/saml/metadata",
  access: "public",
  summary: "SAML metadata of this service, for identity providers",
  query: Type.Object({ download: Type.Optional(Type.String({ description: "true: as a file, good for five years" })) }),
  reply: Type.String(),
  mediaType: "application/xml",
  refuses: [404],
  handle: ({ query, config, now }) => {
    requireSaml(config);
    const isFile = query.download === "true";
    const until = new Date(now);
    until.setUTCFullYear(until.getUTCFullYear() + DOWNLOADED_YEARS);
    const headers = {
      "content-type": "application/xml; charset=utf-8",
      ...(isFile && { "content-disposition": 'attachment; filename="metadata.xml"' }),
    };
    return new Answer(200, headers, writeMetadata(config, isFile ? until : undefined));
  },
});
