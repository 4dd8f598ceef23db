// GET, POST /sign_up: a new account.
import { Type } from "typebox";
import type { Answer } from "../../kernel/http/endpoint.ts";
import { isCommonPassword } from "../app/rules/common_password.ts";
import { endpoint, type WebInput } from "../endpoint.ts";
import { CaptchaFields, captchaFor, captchaOf } from "../html/captcha.ts";
import { alert, emailField, hidden, newPasswordField, type Problem, textField } from "../html/form_fields.ts";
import { FormText, HtmlReply, PageQuery } from "../html/form_schemas.ts";
import { html } from "../html/html.ts";
import { answerPage } from "../html/layout.ts";
import { safeNext, withQuery } from "../http/next.ts";
import { ownUrl } from "../http/own_url.ts";
import { redirect } from "../http/redirect.ts";
import { languageOf } from "../language/language.ts";
import type { Words } from "../language/words.ts";
import { sessionIn } from "../sessions/session_cookie.ts";
import { startSession } from "../sessions/start_session.ts";
import { askAuth, COMMON_PASSWORD, commonProblem, type Refusal, statusOf } from "../upstream/ask_auth.ts";
import { or, providerLinks, signInOptions } from "./providers.ts";

export const getSignUp = endpoint({
  method: "GET",
  path: "/sign_up",
  access: "page",
  summary: "The page to make an account",
  query: PageQuery,
  ...HtmlReply,
  handle: (input) => show(input, { email: "", name: "", next: safeNext(input.query.next) }),
});

export const postSignUp = endpoint({
  method: "POST",
  path: "/sign_up",
  access: "page",
  summary: "Make an account",
  form: true,
  body: Type.Object({ email: FormText, password: FormText, name: FormText, next: FormText, ...CaptchaFields }),
  ...HtmlReply,
  handle: async (input) => {
    const { email = "", password = "", name = "" } = input.body;
    const next = safeNext(input.body.next);
    const account = {
      email,
      password,
      ...captchaOf(input.body),
      data: { locale: languageOf(input.request), ...(name.trim() !== "" && { name: name.trim().slice(0, 100) }) },
    };
    const path = withQuery("/signup", { redirect_to: ownUrl(input) + next });
    const { body, refused } = isCommonPassword(password) ? COMMON_PASSWORD : await askAuth(input, { path, body: account });
    const session = body && sessionIn(body);
    if (session) return startSession(input, session, next);
    if (body) return redirect(withQuery("/code", { email, purpose: "sign_up", next }));
    return show(input, { email, name, next, refused });
  },
});

function problemOf(refused: Refusal, words: Words): Problem {
  const common = commonProblem(refused, words);
  if (common) return common;
  if (refused.code === "signup_disabled") return { text: words.problems.closed };
  if (refused.code === "validation_failed") return { text: words.problems.other };
  return { text: words.problems.notCreated };
}

interface SignUpView {
  email: string;
  name: string;
  next: string;
  refused?: Refusal;
}

async function show(input: WebInput, { email, name, next, refused }: SignUpView): Promise<Answer> {
  const ways = await signInOptions(input);
  return answerPage(input, (words) => {
    const problem = refused && problemOf(refused, words);
    const { title, act, haveAccount } = words.signUp;
    const captcha = captchaFor(input.config, words);
    const others = ways.maySignUp && providerLinks(words, ways, next);
    const body = html`<h1>${title}</h1>
${alert(problem)}
${
  ways.maySignUp &&
  ways.byEmail &&
  html`<form method="post" action="/sign_up">
${textField("name", words.name, name, { autocomplete: "name", optional: words.optional })}
${emailField(words, email, problem)}
${newPasswordField(words, ways.passwordRule, problem)}
${hidden("next", next)}
${captcha?.widget}
<div class="stack"><button class="main">${act}</button></div>
</form>`
}
${!ways.maySignUp && html`<p>${words.problems.closed}</p>`}
${others && html`${ways.byEmail && or(words.or)}${others}`}`;
    const foot = html`<p>${haveAccount} <a href="${withQuery("/sign_in", { next })}">${words.signIn.title}</a></p>`;
    return { title, body, foot, status: refused ? statusOf(refused) : 200, ...(captcha && { headers: captcha.headers }) };
  });
}
