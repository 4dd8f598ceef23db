// The page that asks before an identity is linked: which account of the provider, to which account here. It needs no script, loads
// nothing, and stands in no frame.
import type { AuthInput } from "../../endpoint.ts";
import type { UserRow } from "../../users/user.ts";
import type { ExternalProfile } from "../provider.ts";
import { smallPage, smallPageHeaders, text } from "../small_page.ts";
import { usedEmail } from "./link.ts";
import { wordsFor } from "./link_page_words.ts";
import { maskEmail, maskPhone } from "./mask_address.ts";

export interface LinkQuestion {
  provider: string;
  /** Where its key does not say it. */
  name?: string | undefined;
  profile: ExternalProfile;
  /** To which it would be linked. */
  account: Pick<UserRow, "email" | "phone">;
  /** Of the form. */
  token: string;
  /** Where the browser goes after the answer. */
  redirectTo: string;
}

export function linkPage(
  question: LinkQuestion,
  { config, request }: Pick<AuthInput<unknown>, "config" | "request">,
): { headers: Record<string, string>; html: string } {
  const { provider, profile, account, token, redirectTo } = question;
  const words = wordsFor(request.headers["accept-language"]);
  const name = question.name ?? nameOf(provider);
  // Relative, because a proxy may serve us under a path that we do not know.
  const action = request.path.endsWith("/") ? "confirm" : "callback/confirm";
  const html = smallPage(
    words,
    `<dl>
<div><dt>${text(words.identity(name))}</dt>${labelsOf(profile).map(displayLabel).join("")}</div>
<div><dt>${text(words.account(URL.parse(config.siteUrl)?.host || config.siteUrl))}</dt>${displayLabel(accountLabel(account) ?? words.nameless)}</div>
</dl>
<p>${text(words.consequence(name))}</p>
<p class="warning">${text(words.warning)}</p>
<form method="post" action="${action}">
<input type="hidden" name="token" value="${text(token)}">
<button class="join" name="answer" value="join">${text(words.join)}</button>
<button name="answer" value="cancel">${text(words.cancel)}</button>
</form>`,
  );
  return { headers: smallPageHeaders(redirectTo), html };
}

const OWN_SPELLINGS: Readonly<Record<string, string>> = {
  azure: "Microsoft",
  github: "GitHub",
  gitlab: "GitLab",
  linkedin: "LinkedIn",
  linkedin_oidc: "LinkedIn",
  workos: "WorkOS",
};

function nameOf(provider: string): string {
  return OWN_SPELLINGS[provider] ?? `${provider.charAt(0).toUpperCase()}${provider.slice(1)}`;
}

const LONGEST_LABEL = 100;

/** By what the person knows their account there: name and address, else the provider's own id. */
function labelsOf({ subject, emails, metadata }: ExternalProfile): string[] {
  const { user_name: userName, preferred_username: preferred, full_name: fullName, name } = metadata;
  const called = [userName, preferred, fullName, name].find((each) => typeof each === "string" && plain(each) !== "");
  const labels = [called, usedEmail(emails)?.email].filter((each) => typeof each === "string");
  return [...new Set(labels.length > 0 ? labels : [subject])];
}

function accountLabel({ email, phone }: LinkQuestion["account"]): string | undefined {
  if (email) return maskEmail(email);
  return phone ? maskPhone(phone) : undefined;
}

function displayLabel(label: string): string {
  return `<dd><bdi>${text(plain(label).slice(0, LONGEST_LABEL))}</bdi></dd>`;
}

/** Without characters that turn or hide others. */
function plain(label: string): string {
  return label
    .toWellFormed()
    .replace(/\p{C}+/gu, " ")
    .trim();
}
