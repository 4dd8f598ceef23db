// The pages of GET and POST /owner: for the code, for a new user, and for somebody who is signed in.

import type { Answer } from "../../kernel/http/endpoint.ts";
import { commandLine } from "../../kernel/process/command_line.ts";
import type { WebInput } from "../endpoint.ts";
import { alert, emailField, hidden, newPasswordField, type Problem, textField } from "../html/form_fields.ts";
import { html, type Markup } from "../html/html.ts";
import { answerPage, chosenLanguage } from "../html/layout.ts";
import { withQuery } from "../http/next.ts";
import type { Words } from "../language/words.ts";
import { commonProblem, type Refusal, statusOf } from "../upstream/ask_auth.ts";
import { signInOptions } from "./providers.ts";

export function askForCode(input: WebInput): Answer {
  return answerPage(input, (words) => ({ title: words.owner.askTitle, body: codePage(words, words.owner.ask) }));
}

/** One answer for a wrong code and for one that is over. */
export function refuseCode(input: WebInput, refused: Refusal, cookies: string[] = []): Answer {
  return answerPage(input, (words) => {
    const { over, overHint, askTitle } = words.owner;
    const problem = commonProblem(refused, words) ?? { text: over };
    return {
      title: askTitle,
      body: codePage(words, overHint(commandLine("owner")), problem),
      status: statusOf(refused),
      headers: { "set-cookie": cookies },
    };
  });
}

function codePage({ owner: { askTitle, label, next } }: Words, text: string, problem?: Problem): Markup {
  return html`<h1>${askTitle}</h1>
${alert(problem)}
<p>${text}</p>
<form method="post" action="/owner">
<div data-code>${textField("code", label, "", { autocomplete: "off" })}</div>
<div class="stack"><button class="main">${next}</button></div>
</form>`;
}

interface NewOwnerView {
  email: string;
  name: string;
  refused?: Refusal;
}

export async function newOwnerForm(input: WebInput, { email, name, refused }: NewOwnerView): Promise<Answer> {
  const { byEmail, passwordRule } = await signInOptions(input);
  const language = chosenLanguage(input);
  return answerPage(input, (words) => {
    const problem = refused && problemOf(refused, words);
    const { title, explain, confirmed, noPasswords, act, haveAccount, signIn } = words.owner;
    const fields = html`${textField("name", words.name, name, { autocomplete: "name", optional: words.optional })}
${emailField(words, email, problem)}
${newPasswordField(words, passwordRule, problem)}
${languageField(words, language)}
${lanField(words, input)}
<div class="stack"><button class="main">${act}</button></div>`;
    const body = html`<h1>${title}</h1>
${alert(problem)}
<p>${byEmail ? [explain, " ", confirmed] : noPasswords}</p>
${byEmail && html`<form method="post" action="/owner">${fields}</form>`}
<p class="links">${haveAccount} <a href="${withQuery("/sign_in", { next: "/owner", email })}">${signIn}</a></p>`;
    return { title, body, status: refused ? statusOf(refused) : 200 };
  });
}

export function signedInForm(input: WebInput, email: string, refused?: Refusal): Answer {
  return answerPage(input, (words) => {
    const { askTitle, signedIn, explain, become, another, later, noAddress } = words.owner;
    const problem = refused && (commonProblem(refused, words) ?? { text: noAddress });
    const body = html`<h1>${askTitle}</h1>
${alert(problem)}
<p>${signedIn(email)}</p>
<p>${explain}</p>
<form method="post" action="/owner">
${hidden("act", "accept")}
${lanField(words, input)}
<div class="stack"><button class="main">${become}</button></div>
</form>
<p class="links"><a href="/sign_in?next=%2Fowner">${another}</a></p>
<p class="links"><a href="/">${later}</a></p>`;
    return { title: askTitle, body, status: refused ? statusOf(refused) : 200 };
  });
}

function problemOf(refused: Refusal, words: Words): Problem {
  const common = commonProblem(refused, words);
  if (common) return common;
  if (refused.code === "user_already_exists") return { text: words.owner.taken, field: "email" };
  if (refused.code === "email_provider_disabled") return { text: words.owner.noPasswords };
  return { text: words.problems.other };
}

function lanField({ owner }: Words, { keepLan }: WebInput): Markup | undefined {
  return keepLan && html`<label class="check"><input type="checkbox" name="lan" value="on"> ${owner.lan}</label>`;
}

function languageField({ owner }: Words, language: string): Markup {
  const option = (value: string, text: string) =>
    html`<option value="${value}"${value === language && html` selected`}>${text}</option>`;
  return html`<div class="field"><label for="language">${owner.language}</label>
<select id="language" name="language">${[option("pt-BR", "Português"), option("en", "English")]}</select></div>`;
}
