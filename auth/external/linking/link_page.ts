// The page that asks before an identity is linked: which account of the provider, to which account here. It needs no script, loads
// nothing, and stands in no frame.
import { createHash } from "node:crypto";
import type { AuthInput } from "../../endpoint.ts";
import type { UserRow } from "../../users/user.ts";
import type { ExternalProfile } from "../provider.ts";
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
  const html = `<!doctype html>
<html lang="${words.lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<title>${text(words.title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${text(words.title)}</h1>
<dl>
<div><dt>${text(words.identity(name))}</dt>${labelsOf(profile).map(displayLabel).join("")}</div>
<div><dt>${text(words.account(URL.parse(config.siteUrl)?.host || config.siteUrl))}</dt>${displayLabel(accountLabel(account) ?? words.nameless)}</div>
</dl>
<p>${text(words.consequence(name))}</p>
<p class="warning">${text(words.warning)}</p>
<form method="post" action="${action}">
<input type="hidden" name="token" value="${text(token)}">
<button class="join" name="answer" value="join">${text(words.join)}</button>
<button name="answer" value="cancel">${text(words.cancel)}</button>
</form>
</main>
</body>
</html>
`;
  const headers = { "content-type": "text/html; charset=utf-8", "content-security-policy": policyFor(redirectTo) };
  return { headers, html };
}

const STYLE = `
:root { color-scheme: light dark; --paper: #fff; --ground: #f2f3f5; --ink: #1b1d22; --faint: #5a606b; --line: #d4d8de; --act: #1f5fbf; --on-act: #fff; --warn: #7a4b00; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #1d2026; --ground: #121419; --ink: #eceef2; --faint: #a3abb8; --line: #3a404b; --act: #8ab4f8; --on-act: #10203a; --warn: #f0c674; }
}
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1rem; background: var(--ground); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
main { width: 100%; max-width: 30rem; padding: 1.5rem; background: var(--paper); border: 1px solid var(--line); border-radius: .75rem; overflow-wrap: anywhere; }
h1 { margin: 0 0 1rem; font-size: 1.375rem; line-height: 1.25; }
dl { margin: 0; border: 1px solid var(--line); border-radius: .5rem; }
dl div { padding: .75rem 1rem; }
dl div + div { border-top: 1px solid var(--line); }
dt { color: var(--faint); font-size: .875rem; }
dd { margin: 0; }
dd:first-of-type { font-weight: 600; }
p { margin: 1rem 0 0; }
.warning { color: var(--warn); }
form { display: flex; flex-wrap: wrap; gap: .75rem; margin-top: 1.5rem; }
button { flex: 1 1 8rem; min-height: 2.75rem; padding: .5rem 1rem; border: 1px solid var(--line); border-radius: .5rem; background: transparent; color: inherit; font: inherit; font-weight: 600; cursor: pointer; }
.join { border-color: var(--act); background: var(--act); color: var(--on-act); }
button:focus-visible { outline: 3px solid var(--act); outline-offset: 2px; }
`;
const STYLE_HASH = createHash("sha256").update(STYLE).digest("base64");

/**
 * Chromium applies `form-action` to the redirects after a form too, and the application may redirect once more to another host. So the
 * scheme of its address is allowed, besides our own origin.
 */
function policyFor(redirectTo: string): string {
  const [scheme = ""] = /^[a-z][a-z0-9+.-]*:/i.exec(redirectTo) ?? [];
  return (
    `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; img-src data:; base-uri 'none'; ` +
    `form-action 'self' ${scheme.toLowerCase()}; frame-ancestors 'none'`
  );
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

function text(raw: string): string {
  return raw.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
