// GET, POST /sign_in/sso: signs people in by their company's identity provider, which auth knows by the domain of their address. What comes after it
// is not looked at: who has an account here, this page cannot say.
import { Type } from "typebox";
import type { Answer } from "../../kernel/http/endpoint.ts";
import { endpoint, type WebInput } from "../endpoint.ts";
import { CaptchaFields, captchaFor, captchaOf } from "../html/captcha.ts";
import { alert, emailField, hidden, type Problem } from "../html/form_fields.ts";
import { FormText, HtmlReply, PageQuery } from "../html/form_schemas.ts";
import { html } from "../html/html.ts";
import { answerPage } from "../html/layout.ts";
import { redirectPage } from "../html/redirect_page.ts";
import { writeCookie } from "../http/cookie.ts";
import { safeNext, withQuery } from "../http/next.ts";
import { ownUrl } from "../http/own_url.ts";
import { FLOW, newProof } from "../sessions/flow.ts";
import { askAuth, commonProblem, type Refusal, statusOf } from "../upstream/ask_auth.ts";

export const getSignInSso = endpoint({
  method: "GET",
  path: "/sign_in/sso",
  access: "page",
  summary: "The page to sign in by a company",
  query: PageQuery,
  ...HtmlReply,
  handle: (input) => show(input, { email: input.query.email ?? "", next: safeNext(input.query.next) }),
});

export const postSignInSso = endpoint({
  method: "POST",
  path: "/sign_in/sso",
  access: "page",
  summary: "Begin to sign in by a company",
  form: true,
  body: Type.Object({ email: FormText, next: FormText, ...CaptchaFields }),
  ...HtmlReply,
  handle: async (input) => {
    const { email = "", next: target } = input.body;
    const next = safeNext(target);
    const { verifier, challenge } = newProof();
    const request = {
      domain: email.slice(email.lastIndexOf("@") + 1).trim(),
      redirect_to: `${ownUrl(input)}/callback`,
      skip_http_redirect: true,
      ...challenge,
      ...captchaOf(input.body),
    };
    const { body, refused } = await askAuth(input, { path: "/sso", body: request });
    if (refused) return show(input, { email, next, refused });
    const flow = { verifier, next };
    return redirectPage(input, String(body.url), { "set-cookie": writeCookie(FLOW, input.cookieKey, flow, input.request) });
  },
});

function show(input: WebInput, { email, next, refused }: { email: string; next: string; refused?: Refusal }): Answer {
  return answerPage(input, (words) => {
    const { title, explain, act, unknown } = words.sso;
    const problem: Problem | undefined = refused && (commonProblem(refused, words) ?? { text: unknown, field: "email" });
    const captcha = captchaFor(input.config, words);
    const body = html`<h1>${title}</h1>
${alert(problem)}
<p>${explain}</p>
<form method="post" action="/sign_in/sso">
${emailField(words, email, problem)}
${hidden("next", next)}
${captcha?.widget}
<div class="stack"><button class="main">${act}</button></div>
</form>
<p class="links"><a href="${withQuery("/sign_in", { next })}">${words.back}</a></p>`;
    return { title, status: refused ? statusOf(refused) : 200, body, ...(captcha && { headers: captcha.headers }) };
  });
}
