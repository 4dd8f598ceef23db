// POST /sso: begins a sign-in by a company's identity provider. GET /sso: the first step of the browser, which binds it to the flow.
// With PKCE no binding is needed, because the code is useless to another browser.
//
// What is where in this slice: the endpoints stand here. saml/ reads and checks what providers send, and writes our requests.
// attribute_mapping.ts maps attributes to user data, and sign_in_with_sso.ts writes it. The other files manage providers.
import { Type } from "typebox";
import { documentedOnly } from "../../kernel/http/documented_only.ts";
import { Answer, NoBody } from "../../kernel/http/endpoint.ts";
import { ownUrl } from "../config/own_url.ts";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { giveBrowserKey } from "../external/flow/browser_cookie.ts";
import { errorUrl } from "../external/flow/error_url.ts";
import { challengeFields, readChallenge } from "../flow_states/pkce.ts";
import { bindSsoFlow } from "../flow_states/queries_sso.ts";
import { beginSsoFlow, relayStateHash, urlAtProvider } from "./flow.ts";
import { IS_UUID, requireSaml, requireUsable } from "./provider.ts";
import { readDomain } from "./provider_body.ts";
import { findProvider } from "./queries.ts";

const NO_SSO = [404];

export const postSso = endpoint({
  method: "POST",
  path: "/sso",
  access: "public",
  summary: "Begin to sign in by a company's identity provider",
  limit: "sso",
  captcha: true,
  body: Type.Object({
    provider_id: Type.Optional(
      documentedOnly(Type.String({ description: "Of the provider; or its domain" }), { format: "uuid" }),
    ),
    domain: Type.Optional(Type.String({ description: "Of the address of whoever signs in" })),
    redirect_to: Type.Optional(Type.String({ description: "Where the browser ends; SITE_URL unless allowed" })),
    skip_http_redirect: Type.Optional(Type.Boolean({ description: "The address is in the body, not in a redirect" })),
    ...challengeFields,
  }),
  reply: Type.Object({ url: Type.String() }),
  answers: {
    303: { description: "Unless the address is asked for", reply: NoBody, headers: { Location: "Where the browser has to go" } },
  },
  refuses: NO_SSO,
  handle: async (input) => {
    const { body, config, db, now } = input;
    requireSaml(config);
    const challenge = readChallenge(body);
    const provider = await findAsked(db, body.provider_id || undefined, body.domain || undefined);
    requireUsable(provider, now);
    const flow = await beginSsoFlow(input, provider, { redirectTo: body.redirect_to, challenge });
    const isDirect = challenge !== undefined || config.upstreamAnswers;
    const url = isDirect ? await urlAtProvider(provider, flow, config) : `${ownUrl(config, "/sso")}?flow=${flow.state}`;
    return body.skip_http_redirect ? { url } : new Answer(303, { location: url });
  },
});

export const getSso = endpoint({
  method: "GET",
  path: "/sso",
  access: "public",
  summary: "The first step of a browser on its way to a company's identity provider",
  limit: "sso",
  query: Type.Object({ flow: Type.String({ description: "As in the address that POST /sso gave" }) }),
  status: 302,
  reply: NoBody,
  replyHeaders: { Location: "At the provider, or back with an error", "Set-Cookie": "Binds the flow to this browser" },
  refuses: NO_SSO,
  handle: async ({ query, config, db, request }) => {
    requireSaml(config);
    const browser = giveBrowserKey(request.headers.cookie, "POST", config);
    const flow = await bindSsoFlow(db, relayStateHash(query.flow), browser.hash);
    const provider = flow && (await findProvider(db, { id: flow.provider.slice("sso:".length) }));
    if (!provider) return new Answer(302, { location: errorUrl(config.siteUrl, fail.samlRelayStateUnknown()) });
    const url = await urlAtProvider(provider, { id: flow.id, state: query.flow }, config);
    return new Answer(302, { location: url, "set-cookie": browser.setCookie });
  },
});

async function findAsked(db: Parameters<typeof findProvider>[0], id: string | undefined, domain: string | undefined) {
  if ((id === undefined) === (domain === undefined)) throw fail.ssoOneOf();
  if (id !== undefined && !IS_UUID.test(id))
    throw fail.ssoProviderInvalid({ values: { problem: "provider_id must be an UUID" } });
  const row = await findProvider(db, id === undefined ? { domain: readDomain(domain as string) } : { id });
  if (!row) throw id === undefined ? fail.ssoDomainUnknown() : fail.ssoProviderUnknown();
  return row;
}
