// The page for a link that was used or is too old: it says so, and leads on to another one.
import type { Answer } from "../../kernel/http/endpoint.ts";
import type { WebInput } from "../endpoint.ts";
import { captchaFor } from "../html/captcha.ts";
import { alert, emailField, hidden } from "../html/form_fields.ts";
import { html } from "../html/html.ts";
import { answerPage } from "../html/layout.ts";
import { withQuery } from "../http/next.ts";
import type { Words } from "../language/words.ts";
import { readSession } from "../sessions/session_cookie.ts";
import { commonProblem, type Refusal, statusOf } from "../upstream/ask_auth.ts";

export interface OverLink {
  type: string;
  next: string;
  refused?: Refusal | undefined;
}

/** For which purpose `/code/request` sends another one; no other link can be asked for by who got it. */
const PURPOSES: Readonly<Record<string, "sign_up" | "recover" | "sign_in">> = {
  signup: "sign_up",
  recovery: "recover",
  magiclink: "sign_in",
  email: "sign_in",
};

export function answerOver(input: WebInput, link: OverLink): Answer {
  const { type, next, refused } = link;
  const status = refused ? statusOf(refused) : 200;
  return answerPage(input, (words) => {
    const problem = refused && commonProblem(refused, words);
    const back = withQuery("/sign_in", { next });
    if (problem) {
      const body = html`<h1>${words.fault.title}</h1>
${alert(problem)}
<div class="stack"><a class="button main" href="${back}">${words.back}</a></div>`;
      return { title: words.fault.title, body, status };
    }
    const { overTitle: title, newLink } = words.confirm;
    const way = wayOn(input, link, words);
    const lead = html`<h1>${title}</h1>
<p>${way.text}</p>`;
    if ("href" in way) {
      const body = html`${lead}
<div class="stack"><a class="button main" href="${way.href}">${way.act}</a></div>`;
      return { title, body, status };
    }
    const captcha = captchaFor(input.config, words);
    const body = html`${lead}
<form method="post" action="/code/request">
${emailField(words, "")}
${[hidden("purpose", PURPOSES[type] ?? "sign_in"), hidden("next", next)]}
${captcha?.widget}
<div class="stack"><button class="main">${newLink}</button></div>
</form>
<p class="links"><a href="${back}">${words.back}</a></p>`;
    return { title, body, status, ...(captcha && { headers: captcha.headers }) };
  });
}

/** Either a link, or the form that asks for another mail. */
function wayOn(
  input: WebInput,
  { type, next }: OverLink,
  words: Words,
): { text: string } | { text: string; href: string; act: string } {
  const { over, overSignUp, overInvite, overChange, overSignedIn } = words.confirm;
  const isSignedIn = readSession(input.cookieKey, input.request) !== undefined;
  const back = { href: withQuery("/sign_in", { next }), act: words.back };
  if (type === "email_change")
    return { text: overChange, ...(isSignedIn ? { href: "/settings/security", act: words.confirm.toSettings } : back) };
  if (isSignedIn && type !== "recovery") return { text: overSignedIn, href: next, act: words.fault.home };
  if (type === "invite") return { text: overInvite, ...back };
  return { text: type === "signup" ? overSignUp : over };
}
