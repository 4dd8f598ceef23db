// POST /sso: begins to sign somebody in by their company's identity provider. GET /sso: the first step of their browser, where it is bound
// to the flow; with PKCE it need not be, because what comes back is worth nothing to a browser that did not begin.
//
// What is where in this slice: the endpoints here; saml/ reads and judges what providers send, and speaks as a service provider;
// attribute_mapping.ts says what of it becomes known of a user, and arrive.ts writes it down; the rest is about providers as such.
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
import { demandSaml, demandUsable, IS_UUID } from "./provider.ts";
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
    demandSaml(config);
    const challenge = readChallenge(body);
    const provider = await findAsked(db, body.provider_id || undefined, body.domain || undefined);
    demandUsable(provider, now);
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
    demandSaml(config);
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
  const found = await findProvider(db, id === undefined ? { domain: readDomain(domain as string) } : { id });
  if (!found) throw id === undefined ? fail.ssoDomainUnknown() : fail.ssoProviderUnknown();
  return found;
}
