// GET, POST /sign_in: with a password, with a code or link by mail, or with another provider.
import { Type } from "typebox";
import type { Answer } from "../../kernel/http/endpoint.ts";
import { endpoint, type WebInput } from "../endpoint.ts";
import { CaptchaFields, captchaFor, captchaOf } from "../html/captcha.ts";
import { alert, emailField, hidden, type Problem, passwordField } from "../html/form_fields.ts";
import { FormText, HtmlReply, PageQuery } from "../html/form_schemas.ts";
import { html, type Markup } from "../html/html.ts";
import { answerPage } from "../html/layout.ts";
import { icon } from "../html/sprite.ts";
import { safeNext, withQuery } from "../http/next.ts";
import type { Words } from "../language/words.ts";
import { sessionIn } from "../sessions/session_cookie.ts";
import { startSession } from "../sessions/start_session.ts";
import { askAuth, commonProblem, type Refusal, statusOf } from "../upstream/ask_auth.ts";
import { or, providerLinks, signInOptions } from "./providers.ts";

export const getSignIn = endpoint({
  method: "GET",
  path: "/sign_in",
  access: "page",
  summary: "The page to sign in",
  query: PageQuery,
  ...HtmlReply,
  handle: (input) => show(input, { email: input.query.email ?? "", ...broughtBy(input.query) }),
});

export const postSignIn = endpoint({
  method: "POST",
  path: "/sign_in",
  access: "page",
  summary: "Sign in with a password",
  form: true,
  body: Type.Object({ email: FormText, password: FormText, next: FormText, ...CaptchaFields }),
  ...HtmlReply,
  handle: async (input) => {
    const { email = "", password = "", next: target } = input.body;
    const next = safeNext(target);
    if (password === "") return show(input, { email, next, status: 422, problem: passwordMissing });
    const credentials = { email, password, ...captchaOf(input.body) };
    const { body, refused } = await askAuth(input, { path: "/token?grant_type=password", body: credentials });
    const session = body && sessionIn(body);
    if (session) return startSession(input, session, isTemporary(body) ? withQuery("/new_password", { next }) : next);
    return show(input, { email, next, status: refused ? statusOf(refused) : 503, problem: (words) => problemOf(refused, words) });
  },
});

/** Auth takes a temporary password once: whoever has signed in with it chooses another. */
function isTemporary(body: Record<string, unknown>): boolean {
  const { reasons } = (body.weak_password ?? {}) as { reasons?: unknown };
  return Array.isArray(reasons) && reasons.includes("temporary");
}

/** Why somebody was led here. */
const BROUGHT: Readonly<Record<string, (words: Words) => Problem>> = {
  provider: (words) => ({ text: words.problems.provider }),
  invitation: (words) => ({ text: words.problems.invitation }),
  again: (words) => ({ text: words.problems.again }),
  link_over: (words) => ({ text: words.problems.linkOver }),
};

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Links that other apps began and that lead to a screen of ours bring a code, or say why there is none. The code is of no use here: the secret that
 * belongs to it is in the browser that asked.
 */
function broughtBy({ next: target, problem = "" }: { next?: string; problem?: string }) {
  const next = safeNext(target);
  const url = new URL(next, "http://here.invalid");
  const isCode = UUID.test(url.searchParams.get("code") ?? "");
  const fault = url.searchParams.get("error_code");
  if (problem !== "" || !(isCode || fault)) return { next, problem: BROUGHT[problem], isElsewhere: problem === "other_browser" };
  for (const each of ["code", "error", "error_code", "error_description"]) url.searchParams.delete(each);
  const why = fault === "otp_expired" ? "link_over" : "provider";
  return { next: safeNext(url.pathname + url.search), problem: fault ? BROUGHT[why] : undefined, isElsewhere: !fault };
}

const passwordMissing = (words: Words): Problem => ({ text: words.problems.missingPassword, field: "password" });

/** Whether anybody has the address is not said: only who knows the password learns more. */
function problemOf(refused: Refusal | undefined, words: Words): Problem {
  const common = refused && commonProblem(refused, words);
  if (common) return common;
  return { text: refused?.code === "email_not_confirmed" ? words.problems.unconfirmed : words.problems.wrongCredentials };
}

interface SignInView {
  email: string;
  next: string;
  status?: number;
  problem: ((words: Words) => Problem) | undefined;
  /** Began in another browser, where it can still be finished: nothing went wrong. */
  isElsewhere?: boolean;
}

async function show(
  input: WebInput,
  { email, next, status = 200, problem: problemIn, isElsewhere = false }: SignInView,
): Promise<Answer> {
  const ways = await signInOptions(input);
  return answerPage(input, (words) => {
    const problem = problemIn?.(words);
    const { title, act, greeting, lead, otherBrowser, byMail, forgotten, noAccount } = words.signIn;
    const captcha = captchaFor(input.config, words);
    const providers = providerLinks(words, ways, next);
    // With a captcha it comes last: it can be used once the captcha is solved, which stands in the form.
    const isPasskeyFirst = ways.byPasskey && !captcha;
    const byEmail = html`<form method="post" action="/sign_in">
${emailField(words, email, problem, ways.byPasskey)}
${passwordField(words, html`<a href="${withQuery("/recover", { next })}">${forgotten}</a>`, problem)}
${hidden("next", next)}
${captcha?.widget}
<div class="stack"><button class="main">${act}</button>
<button class="bare" formaction="/code/request" formnovalidate name="purpose" value="sign_in">${byMail}</button></div>
</form>`;
    const body = html`<h1>${greeting}</h1>
<p class="lead">${isElsewhere ? otherBrowser : lead}</p>
${alert(problem)}
${isPasskeyFirst && passkeyButton(words, next, "main")}
${providers}
${ways.byEmail && (providers || isPasskeyFirst) && or(words.orEmail)}
${ways.byEmail && byEmail}
${ways.byPasskey && !isPasskeyFirst && passkeyButton(words, next, "")}`;
    const signUp = html`<p>${noAccount} <a href="${withQuery("/sign_up", { next })}">${words.signUp.title}</a></p>`;
    const foot = ways.maySignUp && ways.byEmail ? signUp : undefined;
    return { title, status, body, foot, ...(captcha && { headers: captcha.headers }) };
  });
}

/** The style hides it where scripts are off, and the script where the browser knows no passkeys. */
function passkeyButton({ signIn, problems }: Words, next: string, look: "main" | ""): Markup {
  return html`<div class="passkey" data-passkey data-next="${next}" data-problem="${problems.passkey}">
<button type="button" class="${look}" aria-describedby="passkey-hint">${icon("key")}${signIn.byPasskey}</button>
<p class="hint" id="passkey-hint">${signIn.byPasskeyHint}</p><p class="problem" role="alert"></p></div>`;
}
