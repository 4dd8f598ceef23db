// The providers that auth has switched on, as links: a form could not lead to another site.
import { passwordRule } from "../app/rules/password_rule.ts";
import type { WebInput } from "../endpoint.ts";
import type { NewPasswordRule } from "../html/form_fields.ts";
import { html, type Markup } from "../html/html.ts";
import { chosenLanguage } from "../html/layout.ts";
import { withQuery } from "../http/next.ts";
import type { Words } from "../language/words.ts";
import { askAuth } from "../upstream/ask_auth.ts";

/** Entries of `external` that are no providers. */
const NO_PROVIDERS = ["anonymous_users", "email", "phone"];
const SPELLINGS: Readonly<Record<string, string>> = {
  azure: "Microsoft",
  github: "GitHub",
  gitlab: "GitLab",
  linkedin: "LinkedIn",
  linkedin_oidc: "LinkedIn",
  slack_oidc: "Slack",
  workos: "WorkOS",
};

export interface SignInOptions {
  providers: string[];
  byEmail: boolean;
  maySignUp: boolean;
  byPasskey: boolean;
  byCompany: boolean;
  passwordRule: NewPasswordRule;
}

/** Without an answer of auth the form is shown all the same. */
export async function signInOptions(input: WebInput): Promise<SignInOptions> {
  const { body } = await askAuth(input, { method: "GET", path: "/settings" });
  const external = (body?.external ?? { email: true }) as Record<string, boolean>;
  const providers = Object.keys(external).filter((name) => external[name] === true && !NO_PROVIDERS.includes(name));
  return {
    providers: providers.sort(),
    byEmail: external.email === true,
    maySignUp: body?.disable_signup !== true,
    byPasskey: body?.passkeys_enabled === true,
    byCompany: body?.saml_enabled === true,
    passwordRule: { text: passwordRule(body ?? {}, chosenLanguage(input)), settings: body ?? {} },
  };
}

export function providerLinks(words: Words, { providers, byCompany }: SignInOptions, next: string): Markup | undefined {
  if (providers.length === 0 && !byCompany) return undefined;
  const link = (path: string, query: Record<string, string>, text: string) =>
    html`<a class="button" href="${withQuery(path, query)}">${text}</a>`;
  const links = [
    ...providers.map((each) => link("/authorize", { provider: each, next }, words.with(nameOf(each)))),
    ...(byCompany ? [link("/sign_in/sso", { next }, words.sso.way)] : []),
  ];
  return html`<div class="stack">${links}</div>`;
}

/** Between the form and the other ways. */
export const or = (text: string): Markup => html`<p class="or"><span>${text}</span></p>`;

function nameOf(provider: string): string {
  return SPELLINGS[provider] ?? `${provider.charAt(0).toUpperCase()}${provider.slice(1)}`;
}
