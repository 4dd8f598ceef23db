// GET /callback, POST /callback: where a provider sends the browser back to. The browser always ends at the application,
// and errors are in the URL. Only a link without PKCE asks on a page first. POST is for providers that post a form.
import { Type } from "typebox";
import { Answer, NoBody } from "../../kernel/http/endpoint.ts";
import { type AuthInput, endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { claimExternalFlow } from "../flow_states/queries_external.ts";
import { stateHashOf } from "./flow/begin_flow.ts";
import { browserHashes } from "./flow/browser_cookie.ts";
import { errorUrl, providerErrorUrl } from "./flow/error_url.ts";
import { finishFlow } from "./flow/finish_flow.ts";
import { reportFault } from "./flow/report_fault.ts";
import { PROVIDER_REQUEST_SECONDS } from "./flow/timeout.ts";
import { finishTry } from "./tries/finish_try.ts";

const Fields = Type.Object({
  state: Type.Optional(Type.String({ description: "As it was sent to the provider" })),
  code: Type.Optional(Type.String()),
  iss: Type.Optional(Type.String({ description: "Who the provider says to be (RFC 9207)" })),
  user: Type.Optional(Type.String({ description: "Apple: the name, at the first sign-in" })),
  oauth_token: Type.Optional(Type.String({ description: "OAuth 1.0a" })),
  oauth_verifier: Type.Optional(Type.String({ description: "OAuth 1.0a" })),
  denied: Type.Optional(Type.String({ description: "OAuth 1.0a: the person said no" })),
  error: Type.Optional(Type.String()),
  error_description: Type.Optional(Type.String()),
});

const LOCATION = { Location: "The application's address: with a session, a code or an error" };
const ENDS_AT_APPLICATION = {
  status: 302,
  reply: NoBody,
  replyHeaders: LOCATION,
  answers: {
    200: {
      description: "The page that asks before an identity is linked, or says that a try is over",
      reply: Type.String(),
      mediaType: "text/html",
    },
    303: { description: "The flow is unknown or over", reply: NoBody, headers: LOCATION },
  },
} as const;

export const getCallback = endpoint({
  method: "GET",
  path: "/callback",
  access: "public",
  summary: "Where external providers send the browser back to",
  query: Fields,
  readsFields: true,
  ...ENDS_AT_APPLICATION,
  timeoutSeconds: PROVIDER_REQUEST_SECONDS,
  handle: ({ query, ...input }) => comeBack(input, query),
});

export const postCallback = endpoint({
  method: "POST",
  path: "/callback",
  access: "public",
  summary: "Where the pages of external providers post the browser back to",
  form: true,
  body: Fields,
  readsFields: true,
  ...ENDS_AT_APPLICATION,
  timeoutSeconds: PROVIDER_REQUEST_SECONDS,
  handle: (input) => comeBack(input, input.body),
});

type CallbackFields = Readonly<Record<string, string | undefined>>;

async function comeBack(input: AuthInput<unknown>, fields: Readonly<Record<string, unknown>>): Promise<Answer> {
  const { config, db, request, now } = input;
  const answer = readFields(fields);
  const { state } = answer;
  // A provider of OAuth 1 sends the state as a part of its address.
  if (!state) return new Answer(303, { location: errorUrl(config.siteUrl, fail.callbackStateMissing()) });
  const flow = await claimExternalFlow(db, stateHashOf(state), browserHashes(request.headers.cookie, ["GET", "POST"], config));
  // What an administrator tries is told apart by what was stored, and by nothing that comes with the browser.
  const tried = flow ? undefined : await finishTry(input, answer);
  if (tried) return tried;
  // Where an unknown flow was to end is not known either.
  if (!flow) return new Answer(303, { location: errorUrl(config.siteUrl, fail.oauthStateInvalid()) });
  if (now.getTime() - flow.created_at.getTime() > config.externalFlowStateExpirySeconds * 1000)
    return new Answer(303, { location: errorUrl(config.siteUrl, fail.oauthStateExpired()) });
  try {
    const errorTarget = providerErrorUrl(flow.redirect_to, answer);
    return errorTarget ? new Answer(302, { location: errorTarget }) : await finishFlow(input, flow, answer);
  } catch (error) {
    return new Answer(302, { location: errorUrl(flow.redirect_to, reportFault(error, flow.provider, input)) });
  }
}

/** A repeated field counts as absent: it is ambiguous. */
function readFields(fields: Readonly<Record<string, unknown>>): CallbackFields {
  const entries = Object.keys(Fields.properties).map((name) => [name, fields[name]]);
  return Object.fromEntries(entries.filter(([, value]) => typeof value === "string"));
}
