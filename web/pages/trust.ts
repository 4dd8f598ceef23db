// GET /trust: how a phone or computer in the same network trusts this server, whose certificate is of an authority of our own.
// It needs no session: whoever reads it has opened it in spite of the browser's warning, and must enter nothing before the warning is gone.
import { isIP } from "node:net";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { HtmlReply, PageQuery } from "../html/form_schemas.ts";
import { html, type Markup } from "../html/html.ts";
import { answerPage } from "../html/layout.ts";
import type { OfferedAuthority } from "../http/lan.ts";
import type { Words } from "../language/words.ts";

export const getTrust = endpoint({
  method: "GET",
  path: "/trust",
  access: "page",
  summary: "How a device trusts this server in a private network",
  query: PageQuery,
  ...HtmlReply,
  handle: (input) => {
    const { authority } = input;
    if (!authority) throw fail.unknownRoute();
    const own = deviceOf(input.request.headers["user-agent"]);
    return answerPage(input, ({ trust }) => ({
      title: trust.title,
      body: html`<h1>${trust.title}</h1>
<p class="lead">${trust.lead}</p>
<p>${trust.compare}</p>
<div class="fingerprint"><span class="label">${trust.fingerprint}</span>${digits(authority)}</div>
<p>${trust.different}</p>
${DEVICES.map((each) => device(trust, each, each === own, authority))}
<div class="stack"><a class="button" href="/">${trust.open}</a></div>
<p class="hint">${trust.limits}${isIP(hostOf(authority)) !== 0 && html` ${trust.passkeys}`}</p>`,
    }));
  },
});

type Device = keyof Words["trust"]["devices"];

const DEVICES: readonly Device[] = ["ios", "android", "computer"];

const FILES: Readonly<Record<Device, string>> = {
  ios: "/trust/cofre.mobileconfig",
  android: "/trust/cofre.crt",
  computer: "/trust/cofre.crt",
};

function deviceOf(userAgent = ""): Device {
  if (/iPhone|iPad/.test(userAgent)) return "ios";
  return /Android/.test(userAgent) ? "android" : "computer";
}

function device({ devices }: Words["trust"], kind: Device, isOwn: boolean, { name }: OfferedAuthority): Markup {
  const { name: title, act, steps } = devices[kind];
  const items = steps.map((step) => html`<li>${step.replace("{name}", name)}</li>`);
  // Of computers each line is another system.
  const list = kind === "computer" ? html`<ul>${items}</ul>` : html`<ol>${items}</ol>`;
  return html`<details${isOwn && html` open`}>
<summary>${title}</summary>
${list}
<div class="stack"><a class="button${isOwn && " main"}" href="${FILES[kind]}">${act}</a></div>
</details>`;
}

/** In four rows of eight pairs, as people compare them. */
function digits({ fingerprint }: OfferedAuthority): Markup {
  const pairs = fingerprint.split(":");
  const rows = [0, 8, 16, 24].map((from) => pairs.slice(from, from + 8).join(" "));
  return html`<code>${rows.map((row, index) => html`${index > 0 && html`<br>`}${row}`)}</code>`;
}

const hostOf = ({ url }: OfferedAuthority) => new URL(url).hostname.replace(/^\[|\]$/g, "");
