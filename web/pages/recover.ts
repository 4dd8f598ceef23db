// GET /recover: the page for whoever forgot their password. Its form asks for the same kind of mail as the others.
import { endpoint } from "../endpoint.ts";
import { captchaFor } from "../html/captcha.ts";
import { emailField, hidden } from "../html/form_fields.ts";
import { HtmlReply, PageQuery } from "../html/form_schemas.ts";
import { html } from "../html/html.ts";
import { answerPage } from "../html/layout.ts";
import { safeNext, withQuery } from "../http/next.ts";

export const getRecover = endpoint({
  method: "GET",
  path: "/recover",
  access: "page",
  summary: "The page to get a new password",
  query: PageQuery,
  ...HtmlReply,
  handle: (input) =>
    answerPage(input, (words) => {
      const next = safeNext(input.query.next);
      const { title, explain, act } = words.recover;
      const captcha = captchaFor(input.config, words);
      const body = html`<h1>${title}</h1>
<p>${explain}</p>
<form method="post" action="/code/request">
${emailField(words, "")}
${[hidden("purpose", "recover"), hidden("next", next)]}
${captcha?.widget}
<div class="stack"><button class="main">${act}</button></div>
</form>
<p class="links"><a href="${withQuery("/sign_in", { next })}">${words.back}</a></p>`;
      return { title, body, ...(captcha && { headers: captcha.headers }) };
    }),
});
