// GET, POST /oauth/consent: asks somebody whether an app of others may come in: who asks, for what, and until when.
// The browser comes from the app, so that it does not send the cookie of the session at first: the page leads to itself once.
import { Type } from "typebox";
import { Fault } from "../../kernel/errors.ts";
import type { Answer } from "../../kernel/http/endpoint.ts";
import { endpoint, type WebInput } from "../endpoint.ts";
import { alert } from "../html/form_fields.ts";
import { FormText, HtmlReply } from "../html/form_schemas.ts";
import { html } from "../html/html.ts";
import { answerPage } from "../html/layout.ts";
import { redirectPage } from "../html/redirect_page.ts";
import { withQuery } from "../http/next.ts";
import { redirect } from "../http/redirect.ts";
import { readSession } from "../sessions/session_cookie.ts";
import { withSession } from "../sessions/with_session.ts";
import { askAuth, commonProblem, type Refusal, statusOf } from "../upstream/ask_auth.ts";
import { consentForm, type Details } from "./oauth_consent_form.ts";

const PATH = "/oauth/consent";

export const getOauthConsent = endpoint({
  method: "GET",
  path: "/oauth/consent",
  access: "page",
  summary: "The page that asks whether an app may come in",
  query: Type.Object({ authorization_id: FormText, here: FormText, lang: FormText }),
  ...HtmlReply,
  handle: async (input) => {
    const id = input.query.authorization_id ?? "";
    if (!readSession(input.cookieKey, input.request) && input.query.here !== "1")
      return redirectPage(input, withQuery(PATH, { authorization_id: id, here: "1" }));
    return signedIn(input, id, async (accessToken) => {
      const { body, refused } = await askAuth(input, { method: "GET", path: pathOf(id), accessToken });
      if (refused) return refuse(input, id, refused);
      if (typeof body.redirect_url === "string") return redirect(body.redirect_url);
      const details = body as unknown as Details;
      return answerPage(input, (words) => ({ title: words.consent.title, body: consentForm(details, words) }));
    });
  },
});

export const postOauthConsent = endpoint({
  method: "POST",
  path: "/oauth/consent",
  access: "page",
  summary: "Let an app in, or not",
  form: true,
  body: Type.Object({ authorization_id: FormText, action: FormText, remember: FormText }),
  ...HtmlReply,
  handle: (input) => {
    const { authorization_id: id = "", action, remember } = input.body;
    return signedIn(input, id, async (accessToken) => {
      const answer = { action: action === "approve" ? "approve" : "deny", remember: remember !== undefined };
      const { body, refused } = await askAuth(input, { path: `${pathOf(id)}/consent`, body: answer, accessToken });
      return refused ? refuse(input, id, refused) : redirectPage(input, String(body.redirect_url));
    });
  },
});

function pathOf(id: string): string {
  return `/oauth/authorizations/${encodeURIComponent(id.slice(0, 100)) || "-"}`;
}

/** Whoever is not signed in does that first, and comes back. */
async function signedIn(input: WebInput, id: string, use: (accessToken: string) => Promise<Answer>): Promise<Answer> {
  try {
    return await withSession(input, ({ accessToken }) => use(accessToken));
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== "signed_out") throw error;
    return redirect(signInPath(id));
  }
}

function signInPath(id: string, problem?: string): string {
  return withQuery("/sign_in", { next: withQuery(PATH, { authorization_id: id }), problem });
}

/** The app may ask for a newer sign-in, and auth for all factors of somebody: both are had by signing in again. */
function refuse(input: WebInput, id: string, refused: Refusal): Answer {
  if (["reauthentication_needed", "insufficient_aal"].includes(refused.code)) return redirect(signInPath(id, "again"));
  return answerPage(input, (words) => {
    const { overTitle, over } = words.consent;
    const problem = commonProblem(refused, words) ?? { text: over };
    const body = html`<h1>${overTitle}</h1>${alert({ text: problem.text })}<p class="links"><a href="/">${words.fault.home}</a></p>`;
    return { title: overTitle, body, status: statusOf(refused) };
  });
}
