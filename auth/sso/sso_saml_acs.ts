// POST /sso/saml/acs: where an identity provider's page posts the browser back to. Whatever happens, the browser ends at the application.
import { createHash } from "node:crypto";
import { Type } from "typebox";
import { Fault } from "../../kernel/errors.ts";
import { Answer, NoBody } from "../../kernel/http/endpoint.ts";
import { type AuthInput, endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { browserHashes } from "../external/flow/browser_cookie.ts";
import { errorUrl } from "../external/flow/error_url.ts";
import { reportFault } from "../external/flow/report_fault.ts";
import { claimSsoFlow } from "../flow_states/queries_sso.ts";
import { addressRules } from "../limits/address_limits.ts";
import { countingFailures } from "../limits/tries.ts";
import { claimsOf, emailOf, subjectOf, type VouchedPerson } from "./attribute_mapping.ts";
import { relayStateHash, requestIdOf } from "./flow.ts";
import { IS_UUID, requireSaml, requireUsable, type SsoProvider } from "./provider.ts";
import { claimAssertion, findProvider } from "./queries.ts";
import { assertionProblem, isSuccess, rememberedUntil } from "./saml/assertion_problem.ts";
import { NS } from "./saml/names.ts";
import { type Assertion, readAssertion } from "./saml/read_assertion.ts";
import { serviceProviderOf } from "./saml/service_provider.ts";
import { MOST_RESPONSE_CHARACTERS, readResponse, verifyResponse } from "./saml/verify_response.ts";
import { childrenOf, textOf } from "./saml/xml.ts";
import { type Sending, signInWithSso } from "./sign_in_with_sso.ts";

const Fields = Type.Object({
  SAMLResponse: Type.Optional(Type.String({ description: "The signed answer, in base64" })),
  RelayState: Type.Optional(Type.String({ description: "As it was sent to the provider" })),
});
const LOCATION = { Location: "The application's address: with a session, a code or an error" };

export const postSsoSamlAcs = endpoint({
  method: "POST",
  path: "/sso/saml/acs",
  access: "public",
  summary: "Where identity providers post the browser back to",
  form: true,
  body: Fields,
  readsFields: true,
  bodyLimitBytes: MOST_RESPONSE_CHARACTERS * 2,
  status: 302,
  reply: NoBody,
  replyHeaders: LOCATION,
  answers: { 303: { description: "Nobody was let in", reply: NoBody, headers: LOCATION } },
  refuses: [404, 429],
  handle: async (input) => {
    const { body, config, db, request, now } = input;
    requireSaml(config);
    const [posted, relayState] = [textIn(body, "SAMLResponse"), textIn(body, "RelayState")];
    const rules = addressRules(input, "samlAssertion", request.ip);
    try {
      const location = await countingFailures({ db, rules, now }, () => comeBack(input, posted, relayState));
      return new Answer(302, { location });
    } catch (error) {
      if (error instanceof Fault && error.status === 429) throw error;
      return new Answer(303, { location: withoutFragment(errorUrl(config.siteUrl, reportFault(error, "sso/saml", input))) });
    }
  },
});

/** Where the browser goes. */
async function comeBack(input: AuthInput<unknown>, posted: string | undefined, relayState: string | undefined): Promise<string> {
  if (!posted) throw fail.samlResponseMissing();
  const { provider, sending, requestId } = await expectedBy(input, posted, relayState ?? "");
  requireUsable(provider, input.now);
  const assertion = await readVerified(input, posted, provider, requestId);
  const key = createHash("sha256").update(`${provider.id} ${assertion.id}`).digest();
  if (!(await claimAssertion(input.db, key, rememberedUntil(assertion)))) throw refusal(input, "it has let somebody in before");
  const person = personIn(assertion, provider);
  return signInWithSso(input, { provider, person, sending, sessionEnd: assertion.sessionEnd ?? null });
}

interface Expectation {
  provider: SsoProvider;
  sending: Sending;
  requestId: string | undefined;
}

/** Whose answer this has to be, to which request, and where it leads. */
async function expectedBy(input: AuthInput<unknown>, posted: string, relayState: string): Promise<Expectation> {
  if (!IS_UUID.test(relayState)) return expectedUnasked(input, posted, relayState);
  const { config, db, request, now } = input;
  const flow = await claimSsoFlow(db, relayStateHash(relayState));
  if (!flow) throw fail.samlRelayStateUnknown();
  if (now.getTime() - flow.created_at.getTime() > config.samlRelayStateValiditySeconds * 1000) throw fail.samlRelayStateExpired();
  const { browser_hash: bound, code_challenge: challenge } = flow;
  const isHere = browserHashes(request.headers.cookie, ["POST"], config).some((hash) => bound?.equals(hash));
  if (challenge === null && !isHere && !config.upstreamAnswers) throw fail.samlRelayStateUnknown();
  const provider = await findProvider(db, { id: flow.provider.slice("sso:".length) });
  if (!provider) throw fail.ssoProviderUnknown();
  const sending = { redirectTo: flow.redirect_to, flowId: challenge === null ? undefined : flow.id };
  return { provider, sending, requestId: requestIdOf(flow.id) };
}

/** The provider began by itself: its name is taken from what it sent, and proven by its signature later. */
async function expectedUnasked(input: AuthInput<unknown>, posted: string, relayState: string): Promise<Expectation> {
  const { response } = parsed(input, () => readResponse(posted));
  const [issuer] = childrenOf(response, NS.assertion, "Issuer");
  const [inside] = childrenOf(response, NS.assertion, "Assertion").flatMap((each) => childrenOf(each, NS.assertion, "Issuer"));
  const entityId = textOf(issuer ?? inside);
  const provider = entityId ? await findProvider(input.db, { entityId }) : undefined;
  if (!provider) throw fail.samlIdpUnknown();
  if (!provider.allow_idp_initiated) throw fail.samlIdpInitiatedRefused();
  return {
    provider,
    sending: { redirectTo: input.redirectTo(relayState || undefined), flowId: undefined },
    requestId: undefined,
  };
}

async function readVerified(
  input: AuthInput<unknown>,
  posted: string,
  provider: SsoProvider,
  requestId: string | undefined,
): Promise<Assertion> {
  const { response: unproven } = parsed(input, () => readResponse(posted));
  if (!isSuccess(unproven)) throw fail.samlStatusRefused();
  const sp = serviceProviderOf(input.config);
  const verified = await verifyResponse(posted, provider, sp).catch((error: Error) => {
    throw refusal(input, error.message, error);
  });
  const assertion = parsed(input, () => readAssertion(verified.assertion));
  const expected = { issuer: provider.entity_id, audience: sp.entityId, acsUrl: sp.acsUrl, requestId, now: input.now };
  const problem = assertionProblem(verified.response, assertion, expected);
  if (problem !== undefined) throw refusal(input, problem);
  return assertion;
}

function personIn(assertion: Assertion, { attribute_mapping: mapping }: SsoProvider): VouchedPerson {
  const subject = subjectOf(assertion);
  if (!subject) throw fail.samlNoUserId();
  const claims = claimsOf(assertion, mapping);
  const email = emailOf(assertion, claims);
  if (!email) throw fail.samlNoEmail();
  return { subject, email, claims };
}

/** The sender learns only that the response is invalid; the reason goes to the operator's log. */
function refusal({ log, request }: Pick<AuthInput<unknown>, "log" | "request">, problem: string, cause?: Error): Fault {
  log.warn({ request_id: request.id, problem }, "a SAML response was refused");
  return fail.samlResponseRefused({ ...(cause && { cause }) });
}

function parsed<Result>(input: AuthInput<unknown>, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    throw refusal(input, (error as Error).message, error as Error);
  }
}

/** A field that comes twice counts as none. */
function textIn(body: unknown, name: keyof typeof Fields.properties): string | undefined {
  const value = (body as Readonly<Record<string, unknown>>)[name];
  return typeof value === "string" ? value : undefined;
}

/** Supabase Auth says it in the query alone. */
function withoutFragment(url: string): string {
  return url.replace(/#.*$/, "");
}
