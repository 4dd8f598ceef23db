// POST /code/request: sends a mail with a code and a link. Whether anybody has the address, the answer does not say.
import { Type } from "typebox";
import { endpoint, type WebInput } from "../endpoint.ts";
import { CaptchaFields, captchaFor, captchaOf } from "../html/captcha.ts";
import { alert, emailField, hidden, type Problem } from "../html/form_fields.ts";
import { FormText, HtmlReply } from "../html/form_schemas.ts";
import { html } from "../html/html.ts";
import { answerPage } from "../html/layout.ts";
import { safeNext, withQuery } from "../http/next.ts";
import { ownUrl } from "../http/own_url.ts";
import { redirect } from "../http/redirect.ts";
import { type AuthAnswer, askAuth, commonProblem, statusOf } from "../upstream/ask_auth.ts";

export const postCodeRequest = endpoint({
  method: "POST",
  path: "/code/request",
  access: "page",
  summary: "Have a code and a link sent by mail",
  form: true,
  body: Type.Object({ email: FormText, purpose: FormText, next: FormText, password: FormText, code: FormText, ...CaptchaFields }),
  ...HtmlReply,
  handle: async (input) => {
    const { email = "", purpose = "sign_in" } = input.body;
    const next = safeNext(input.body.next);
    const { refused } = await request(input, { email: email.trim(), purpose, next, captcha: captchaOf(input.body) });
    const isBad = !email.includes("@") || refused?.code === "validation_failed";
    if (!isBad && !(refused && (refused.status === 429 || refused.status >= 500 || refused.code === "captcha_failed")))
      return redirect(withQuery("/code", { email: email.trim(), purpose, next }));
    return answerPage(input, (words) => {
      const bad: Problem = { text: words.problems.badEmail, field: "email" };
      const problem = (refused && commonProblem(refused, words)) ?? bad;
      const isRecovery = purpose === "recover";
      const captcha = captchaFor(input.config, words);
      const body = html`<h1>${isRecovery ? words.recover.title : words.signIn.byMail}</h1>
${alert(problem)}
<form method="post" action="/code/request">
${emailField(words, email, problem)}
${[hidden("purpose", purpose), hidden("next", next)]}
${captcha?.widget}
<div class="stack"><button class="main">${isRecovery ? words.recover.act : words.signIn.byMail}</button></div>
</form>
<p class="links"><a href="${withQuery("/sign_in", { next })}">${words.back}</a></p>`;
      const status = refused ? statusOf(refused) : 422;
      return { title: words.signIn.byMail, body, status, ...(captcha && { headers: captcha.headers }) };
    });
  },
});

interface CodeRequestView {
  email: string;
  purpose: string;
  next: string;
  captcha: object;
}

function request(input: WebInput, { email, purpose, next, captcha }: CodeRequestView): Promise<AuthAnswer> {
  const target = { redirect_to: ownUrl(input) + next };
  const ask = (path: string, body: object) => askAuth(input, { path: withQuery(path, target), body: { ...body, ...captcha } });
  if (purpose === "recover") return ask("/recover", { email });
  if (purpose === "sign_up") return ask("/resend", { type: "signup", email });
  return ask("/otp", { email, create_user: false });
}
