// POST /callback/confirm: the answer to the page that asks before an identity is linked.
// Only the browser that got the page can answer: the form has a single-use token, and cross-site posts lack the cookie.
import { Type } from "typebox";
import { Answer, NoBody } from "../../kernel/http/endpoint.ts";
import { type AuthInput, endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { claimPendingLink, type PendingLink } from "../flow_states/queries_external.ts";
import { openTokens } from "../flow_states/sealed.ts";
import { browserHashes } from "./flow/browser_cookie.ts";
import { errorUrl, providerErrorUrl } from "./flow/error_url.ts";
import { codeHashOf } from "./flow/issued_code.ts";
import { reportFault } from "./flow/report_fault.ts";
import { sessionUrl } from "./flow/session_url.ts";
import { confirmPendingLink, type PendingIdentity } from "./linking/pending_link.ts";

const DECLINED = { error: "access_denied", error_description: "The identity was not linked" };

export const callbackConfirm = endpoint({
  method: "POST",
  path: "/callback/confirm",
  access: "public",
  summary: "The answer to the page that asks before an identity is linked",
  form: true,
  body: Type.Object({
    token: Type.String({ description: "As it is in the page" }),
    answer: Type.Union([Type.Literal("join"), Type.Literal("cancel")]),
  }),
  status: 303,
  reply: NoBody,
  replyHeaders: { Location: "The application's address: with a session or an error" },
  handle: async (input) => {
    const { body, config, db, request, now } = input;
    const hashes = browserHashes(request.headers.cookie, ["page"], config);
    const link = await claimPendingLink(db, codeHashOf(body.token), hashes);
    if (!link) return new Answer(303, { location: errorUrl(config.siteUrl, fail.oauthStateInvalid()) });
    if (now.getTime() - link.auth_code_issued_at.getTime() > config.externalFlowStateExpirySeconds * 1000)
      return new Answer(303, { location: errorUrl(config.siteUrl, fail.oauthStateExpired()) });
    const declined = body.answer === "cancel" ? providerErrorUrl(link.redirect_to, DECLINED) : undefined;
    return new Answer(303, { location: declined ?? (await join(input, link)) });
  },
});

async function join(input: AuthInput<{ token: string }>, link: PendingLink): Promise<string> {
  const { redirect_to: target, provider } = link;
  try {
    const identity = openTokens<PendingIdentity>(input.serverKeys.state, link.id, input.body.token, link.sealed_tokens);
    if (!identity) throw fail.oauthStateInvalid();
    const { profile, ...tokens } = identity;
    return await sessionUrl(input, target, { signedIn: await confirmPendingLink(input, link, profile), tokens, provider });
  } catch (error) {
    return errorUrl(target, reportFault(error, provider, input));
  }
}
