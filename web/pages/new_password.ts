// GET, POST /new_password: for whoever came by the link of a recovery or an invitation.
import { Type } from "typebox";
import { Fault } from "../../kernel/errors.ts";
import type { Answer } from "../../kernel/http/endpoint.ts";
import { isCommonPassword } from "../app/rules/common_password.ts";
import { endpoint, type WebInput } from "../endpoint.ts";
import { alert, hidden, newPasswordField } from "../html/form_fields.ts";
import { FormText, HtmlReply, PageQuery } from "../html/form_schemas.ts";
import { html } from "../html/html.ts";
import { answerPage } from "../html/layout.ts";
import { safeNext, withQuery } from "../http/next.ts";
import { redirect } from "../http/redirect.ts";
import { localeToWrite } from "../sessions/keep_locale.ts";
import { readSession } from "../sessions/session_cookie.ts";
import { withSession } from "../sessions/with_session.ts";
import { askAuth, COMMON_PASSWORD, commonProblem, type Refusal, statusOf } from "../upstream/ask_auth.ts";
import { signInOptions } from "./providers.ts";

export const getNewPassword = endpoint({
  method: "GET",
  path: "/new_password",
  access: "page",
  summary: "The page for a new password",
  query: PageQuery,
  ...HtmlReply,
  handle: (input) => {
    const next = safeNext(input.query.next);
    return readSession(input.cookieKey, input.request) ? show(input, next) : signInFirst(next);
  },
});

export const postNewPassword = endpoint({
  method: "POST",
  path: "/new_password",
  access: "page",
  summary: "Set a new password",
  form: true,
  body: Type.Object({ password: FormText, next: FormText }),
  ...HtmlReply,
  handle: async (input) => {
    const { password = "" } = input.body;
    const next = safeNext(input.body.next);
    try {
      return await withSession(input, async (session) => {
        const { accessToken } = session;
        const locale = localeToWrite(session, input.request);
        const body = { password, ...(locale && { data: { locale } }) };
        const { refused } = isCommonPassword(password)
          ? COMMON_PASSWORD
          : await askAuth(input, { method: "PUT", path: "/user", accessToken, body });
        if (!refused) return redirect(next);
        return refused.status === 401 || refused.status === 403 ? signInFirst(next) : show(input, next, refused);
      });
    } catch (error) {
      if (error instanceof Fault && error.code === "signed_out") return signInFirst(next);
      throw error;
    }
  },
});

const signInFirst = (next: string) => redirect(withQuery("/sign_in", { next: withQuery("/new_password", { next }) }));

async function show(input: WebInput, next: string, refused?: Refusal): Promise<Answer> {
  const { passwordRule } = await signInOptions(input);
  return answerPage(input, (words) => {
    const asksProof = refused?.code === "reauthentication_needed";
    const other = { text: asksProof ? words.problems.proofNeeded : words.problems.other };
    const problem = refused && (commonProblem(refused, words) ?? other);
    const { title, explain, act, skip } = words.newPasswordPage;
    const body = html`<h1>${title}</h1>
<p>${explain}</p>
${alert(problem)}
<form method="post" action="/new_password">
${newPasswordField(words, passwordRule, problem)}
${hidden("next", next)}
<div class="stack"><button class="main">${act}</button></div>
</form>
<p class="links"><a href="${next}">${skip}</a></p>`;
    return { title, body, status: refused ? statusOf(refused) : 200 };
  });
}
