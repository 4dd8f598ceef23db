// The page of the second step: a field for the code of an app, a button for each phone, security keys by script, and the way for whoever has none at hand.
import type { Answer } from "../../kernel/http/endpoint.ts";
import type { WebInput } from "../endpoint.ts";
import { alert, codeField, hidden, type Problem, recoveryCodeField } from "../html/form_fields.ts";
import { html, type Markup } from "../html/html.ts";
import { answerPage } from "../html/layout.ts";
import { withQuery } from "../http/next.ts";
import type { Words } from "../language/words.ts";
import { commonProblem, type Refusal, statusOf } from "../upstream/ask_auth.ts";
import type { Factor } from "./second_factors.ts";

export interface FactorsView {
  factors: readonly Factor[];
  next: string;
  byRecovery: boolean;
  /** Of a phone that a code was sent to. */
  challenge?: string;
  phone?: Factor;
  refused?: Refusal | undefined;
}

export function showSecondFactor(input: WebInput, view: FactorsView): Answer {
  const { next, byRecovery, refused } = view;
  return answerPage(input, (words) => {
    const { title, lost, back } = words.secondFactor;
    const problem = refused && problemOf(refused, words, view);
    const hasCodes = view.factors.some(({ factor_type: type }) => type === "recovery_code");
    const other = byRecovery
      ? html`<a href="${withQuery("/second_factor", { next })}">${back}</a>`
      : hasCodes && html`<a href="${withQuery("/second_factor", { way: "recovery", next })}">${lost}</a>`;
    const body = html`<h1>${title}</h1>
<p>${explanation(words, view)}</p>
${alert(problem)}
${byRecovery ? recoveryForm(words, next, problem) : ways(words, view, problem)}
${other && html`<p class="links">${other}</p>`}
<form method="post" action="/sign_out"><p class="links"><button class="link">${words.secondFactor.leave}</button></p></form>`;
    return { title, body, status: refused ? statusOf(refused) : 200 };
  });
}

function explanation({ secondFactor }: Words, { byRecovery, factors, phone }: FactorsView): string {
  if (byRecovery) return secondFactor.recoveryExplain;
  if (phone) return secondFactor.sent(endOf(phone));
  return factors.some(({ factor_type: type }) => type === "totp") ? secondFactor.explain : secondFactor.choose;
}

function problemOf(refused: Refusal, words: Words, { byRecovery, phone }: FactorsView): Problem {
  const { wrongRecovery, wrongApp } = words.secondFactor;
  const text = byRecovery ? wrongRecovery : phone ? words.problems.wrongCode : wrongApp;
  return commonProblem(refused, words) ?? { text, field: "code" };
}

function recoveryForm(words: Words, next: string, problem: Problem | undefined): Markup {
  return html`<form method="post" action="/second_factor">
${recoveryCodeField(words, problem)}
${hidden("next", next)}
<div class="stack"><button class="main">${words.secondFactor.act}</button></div>
</form>`;
}

function ways(words: Words, { factors, next, challenge, phone }: FactorsView, problem: Problem | undefined): Markup {
  const apps = phone ? [phone] : factors.filter(({ factor_type: type }) => type === "totp");
  const phones = phone ? [] : factors.filter(({ factor_type: type }) => type === "phone");
  const keys = phone ? [] : factors.filter(({ factor_type: type }) => type === "webauthn");
  const codeForm = html`<form method="post" action="/second_factor">
${chooseFactor(words, apps)}
${codeField(words, problem)}
${[hidden("challenge", challenge), hidden("next", next)]}
<div class="stack"><button class="main">${words.secondFactor.act}</button></div>
</form>`;
  return html`${apps.length > 0 && codeForm}
${phones.map((each) => phoneForm(words, each, next))}
${keys.map((each) => keyButton(words, each, next))}`;
}

function chooseFactor(words: Words, factors: readonly Factor[]): Markup | undefined {
  if (factors.length < 2) return hidden("factor", factors[0]?.id);
  const options = factors.map(
    ({ id, friendly_name: name }) => html`<option value="${id}">${name || words.secondFactor.app}</option>`,
  );
  return html`<div class="field"><label for="factor">${words.secondFactor.which}</label><select id="factor" name="factor">${options}</select></div>`;
}

function phoneForm(words: Words, phone: Factor, next: string): Markup {
  return html`<form method="post" action="/second_factor/request">
${[hidden("factor", phone.id), hidden("next", next)]}
<div class="stack"><button>${words.secondFactor.bySms(endOf(phone))}</button></div>
</form>`;
}

/** Shown by the script: without one no browser talks to a security key. */
function keyButton(words: Words, { id, friendly_name: name }: Factor, next: string): Markup {
  return html`<div class="stack" data-key-factor="${id}" data-next="${next}" data-problem="${words.problems.passkey}" hidden>
<button type="button">${words.secondFactor.byKey(name ?? "")}</button><p class="problem" role="alert"></p></div>`;
}

const endOf = ({ phone = "" }: Factor) => phone.slice(-4);
