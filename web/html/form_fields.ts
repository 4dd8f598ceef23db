// Fields of forms, as browsers and password managers want them: labelled, named, and what is wrong tied to where it is.
import type { PasswordSettings } from "../app/rules/password_rule.ts";
import type { Words } from "../language/words.ts";
import { html, type Markup } from "./html.ts";

/** What was refused, in words, and at which field; without one it is about the form. */
export interface Problem {
  text: string;
  field?: "email" | "password" | "code" | undefined;
}

export function alert(problem: Problem | undefined): Markup | undefined {
  return problem && !problem.field ? html`<p class="alert" role="alert">${problem.text}</p>` : undefined;
}

/** `takesPasskey`: the browser offers passkeys in the list of addresses, where a script has asked for one. */
export function emailField(words: Words, value: string, problem?: Problem, takesPasskey = false): Markup {
  return html`<div class="field"><label for="email">${words.email}</label>
<input id="email" name="email" type="email" autocomplete="username${takesPasskey && " webauthn"}" inputmode="email" autocapitalize="none" spellcheck="false" required maxlength="320" value="${value}"${wrong("email", problem)}>${because("email", problem)}</div>`;
}

/** `forgotten`: the link beside the label. It comes after the field, so that Tab leads from the address to the password. */
export function passwordField(words: Words, forgotten: Markup, problem?: Problem): Markup {
  return html`<div class="field aside"><label for="password">${words.password}</label>
${passwordInput(words, html` autocomplete="current-password"${wrong("password", problem)}`)}${because("password", problem)}${forgotten}</div>`;
}

/** What a new password has to be: in words, and as auth says it. */
export interface NewPasswordRule {
  text: string;
  settings: PasswordSettings;
}

/**
 * The rule stands above the field from the start. A script measures what is typed by the same rule, and refuses common passwords before they
 * are sent, in the words that the service has for it.
 */
export function newPasswordField(words: Words, { text, settings }: NewPasswordRule, problem?: Problem): Markup {
  const { password_min_length: least, password_required_characters: sets } = settings;
  const measure = html` data-least="${Number(least) || 0}" data-sets="${JSON.stringify(sets ?? [])}"`;
  const attributes = html` autocomplete="new-password" data-common="${words.problems.commonPassword}"${measure}`;
  return html`<div class="field"><label for="password">${words.newPassword}</label>
<p class="hint" id="password-hint">${text}</p>${passwordInput(words, html`${attributes}${wrong("password", problem, "password-hint")}`)}
<p class="meter" id="password-meter" aria-live="polite"></p>${because("password", problem)}</div>`;
}

function passwordInput(words: Words, attributes: Markup): Markup {
  return html`<div class="reveal" data-show="${words.showPassword}" data-hide="${words.hidePassword}"><input id="password" name="password" type="password" required maxlength="1024"${attributes}></div>`;
}

export function codeField(words: Words, problem?: Problem): Markup {
  return html`<div class="field"><label for="code">${words.code.label}</label>
<input id="code" class="code" name="code" type="text" inputmode="numeric" autocomplete="one-time-code" pattern="[0-9 ]*" required maxlength="16" autofocus${wrong("code", problem)}>${because("code", problem)}</div>`;
}

/** Copied from paper: letters and digits, and how they are grouped does not matter. */
export function recoveryCodeField(words: Words, problem?: Problem): Markup {
  return html`<div class="field"><label for="code">${words.secondFactor.recoveryLabel}</label>
<input id="code" name="code" type="text" autocomplete="off" autocapitalize="none" spellcheck="false" required maxlength="64" autofocus${wrong("code", problem)}>${because("code", problem)}</div>`;
}

export function textField(
  name: string,
  label: string,
  value: string,
  { autocomplete, optional }: { autocomplete: string; optional?: string },
): Markup {
  const mark = optional !== undefined && html` <span class="hint">(${optional})</span>`;
  return html`<div class="field"><label for="${name}">${label}${mark}</label>
<input id="${name}" name="${name}" type="text" autocomplete="${autocomplete}" maxlength="100" value="${value}"></div>`;
}

export function hidden(name: string, value: string | undefined): Markup | undefined {
  return value === undefined || value === "" ? undefined : html`<input type="hidden" name="${name}" value="${value}">`;
}

function wrong(field: Problem["field"], problem: Problem | undefined, hint?: string): Markup {
  const described = [hint, problem?.field === field && problem ? `${field}-problem` : undefined].filter(Boolean).join(" ");
  return html`${problem?.field === field && html` aria-invalid="true"`}${described !== "" && html` aria-describedby="${described}"`}`;
}

function because(field: Problem["field"], problem: Problem | undefined): Markup | undefined {
  return problem?.field === field && problem ? html`<p class="problem" id="${field}-problem">${problem.text}</p>` : undefined;
}
