// What an app asks for, in words, and the two answers.
import { hidden } from "../html/form_fields.ts";
import { html, type Markup } from "../html/html.ts";
import type { Words } from "../language/words.ts";

/** As auth describes the request. */
export interface Details {
  authorization_id: string;
  redirect_uri: string;
  client: { id: string; name: string; uri: string; registration_type: string; created_at: string };
  user: { email: string };
  scope: string;
  resources: string[];
  renewable: boolean;
}

export function consentForm(details: Details, words: Words): Markup {
  const { consent } = words;
  const { client, user, resources } = details;
  const target = hostOf(details.redirect_uri);
  // What anybody can call themselves says nothing of who they are; whose document describes them does.
  const described = /^https?:/.test(client.id) ? hostOf(client.id) : undefined;
  const name = client.name ? html`<bdi>${client.name}</bdi>${described && ` (${described})`}` : (described ?? target);
  const scopes = details.scope.split(" ").filter((each) => each !== "");
  // The name is what the app says of itself. Where the answer goes is what is known of it.
  return html`<h1>${name} ${consent.asks}</h1>
${client.registration_type !== "manual" && html`<p>${consent.cameByItself(new Date(client.created_at), described ?? target)}</p>`}
<p>${consent.as(user.email)} ${consent.goesTo(target)}</p>
<ul>${scopes.map((scope) => html`<li>${scopeText(scope, words)}</li>`)}</ul>
${resources.length > 0 && html`<p>${consent.where(resources.map(hostOf).join(", "))}</p>`}
<p class="hint">${details.renewable ? consent.untilRevoked : consent.once}</p>
<form method="post" action="/oauth/consent">
${hidden("authorization_id", details.authorization_id)}
<label class="check"><input type="checkbox" name="remember" value="1" checked> ${consent.remember}</label>
<div class="stack"><button class="main" name="action" value="approve">${consent.approve}</button>
<button name="action" value="deny">${consent.deny}</button></div>
</form>`;
}

function scopeText(scope: string, { consent: { scopes, may } }: Words): string {
  return Object.hasOwn(scopes, scope) ? scopes[scope as keyof typeof scopes] : may(scope);
}

/** Of an app on this device the whole URI: its scheme says which it is. */
function hostOf(uri: string): string {
  const url = URL.parse(uri);
  return url && /^https?:$/.test(url.protocol) ? url.host : uri;
}
