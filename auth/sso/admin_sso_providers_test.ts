// POST /admin/sso/providers/:id/test: what attributes of an assertion would make of a user. Nobody is signed in, and nothing is kept.
import { Type } from "typebox";
import { FreeForm } from "../../kernel/http/documented_only.ts";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { claimsOf, emailOf } from "./attribute_mapping.ts";
import { MappingField, providerKey, requireSaml, vouchesFor } from "./provider.ts";
import { findProvider } from "./queries.ts";

const MOST_ATTRIBUTES = 200;

export const testAdminSsoProvider = endpoint({
  method: "POST",
  path: "/admin/sso/providers/:id/test",
  access: "admin",
  right: "providers:read",
  summary: "Try the mapping of an SSO provider on attributes",
  params: Type.Object({ id: Type.String({ description: "Or resource_ and a resource_id" }) }),
  body: Type.Object({
    attributes: Type.Array(
      Type.Object({
        name: Type.String({ maxLength: 1_024 }),
        values: Type.Array(Type.String({ maxLength: 4_096 }), { maxItems: 100 }),
      }),
      { maxItems: MOST_ATTRIBUTES, description: "As an assertion would have them" },
    ),
    attribute_mapping: Type.Optional(MappingField),
  }),
  reply: Type.Object({
    email: Type.Union([Type.String(), Type.Null()], { description: "Null: nobody would come in" }),
    vouched: Type.Boolean({ description: "Whether the address is of a domain of the provider, and counts as verified" }),
    claims: FreeForm,
  }),
  handle: async ({ params, body, config, db }) => {
    requireSaml(config);
    const provider = await findProvider(db, providerKey(params.id));
    if (!provider) throw fail.ssoProviderUnknown();
    const attributes = body.attributes.map((each) => ({ ...each, friendlyName: undefined }));
    const claims = claimsOf({ attributes }, body.attribute_mapping ?? provider.attribute_mapping);
    const email = emailOf({ attributes }, claims) ?? null;
    return { email, vouched: email !== null && vouchesFor(provider, email), claims };
  },
});
