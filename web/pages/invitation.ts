// GET, POST /invitation: where the mail of an invitation to a household leads. Its token is behind the # of the link, where no server sees it: the
// script sends it here, and whoever has none copies it into the field. Who invites is told to the invited one alone, so they sign in first.
import { Type } from "typebox";
import { Fault } from "../../kernel/errors.ts";
import type { Answer } from "../../kernel/http/endpoint.ts";
import { OutboundError } from "../../kernel/outbound/outbound.ts";
import { endpoint, type WebInput } from "../endpoint.ts";
import { alert, hidden, textField } from "../html/form_fields.ts";
import { FormText, HtmlReply, PageQuery } from "../html/form_schemas.ts";
import { html, type Markup } from "../html/html.ts";
import { answerPage } from "../html/layout.ts";
import { type CookieKind, clearCookie, readCookie, writeCookie } from "../http/cookie.ts";
import { redirect } from "../http/redirect.ts";
import type { Words } from "../language/words.ts";
import { withSession } from "../sessions/with_session.ts";
import { forwarded } from "../upstream/forwarded.ts";

/** Keeps the token while somebody signs in or up first. */
const INVITATION: CookieKind = { name: "cofre-invitation", sameSite: "Lax", maxAgeSeconds: 3_600 };

interface InvitationCookie {
  token: string;
}

export const getInvitation = endpoint({
  method: "GET",
  path: "/invitation",
  access: "page",
  summary: "The page of an invitation to a household",
  query: PageQuery,
  ...HtmlReply,
  handle: async (input) => {
    const token = readCookie<InvitationCookie>(INVITATION, input.cookieKey, input.request)?.token;
    return token ? asInvited(input, token, look) : askForToken(input);
  },
});

export const postInvitation = endpoint({
  method: "POST",
  path: "/invitation",
  access: "page",
  summary: "Look at an invitation to a household, and with `accept` accept it",
  form: true,
  body: Type.Object({ token: FormText, accept: FormText }),
  ...HtmlReply,
  handle: async (input) => {
    // Some copy the whole link.
    const token = (input.body.token ?? "")
      .trim()
      .replace(/^.*#invitation=/, "")
      .slice(0, 200);
    if (token === "") return askForToken(input);
    // A page of its own, which can be loaded again and come back to.
    return input.body.accept ? asInvited(input, token, accept) : redirect("/invitation", { "set-cookie": keep(input, token) });
  },
});

const keep = ({ cookieKey, request }: WebInput, token: string) => writeCookie(INVITATION, cookieKey, { token }, request);

type Act = (input: WebInput, token: string, accessToken: string) => Promise<Answer>;

/** Whoever is not signed in comes back when they are. */
async function asInvited(input: WebInput, token: string, act: Act): Promise<Answer> {
  try {
    return await withSession(input, ({ accessToken }) => act(input, token, accessToken));
  } catch (error) {
    if (error instanceof OutboundError) return refuse(input, token, 503);
    if (!(error instanceof Fault) || error.code !== "signed_out") throw error;
    return redirect("/sign_in?next=%2Finvitation&problem=invitation", { "set-cookie": keep(input, token) });
  }
}

interface Invitation {
  space_id: number;
  role: keyof Words["invitation"]["roles"];
  space_name: string;
  invited_by: { name: string; email: string };
}

/** Nothing is accepted by looking. */
async function look(input: WebInput, token: string, accessToken: string): Promise<Answer> {
  const [{ status, body }, spaces] = await Promise.all([
    askToAccept(input, token, accessToken, "?dry_run=true"),
    input.finance.askAny({ path: "/spaces", headers: headersOf(input, accessToken) }),
  ]);
  if (status >= 300) return refuse(input, token, status);
  const { space_id: id, role, space_name: name, invited_by: by } = body as unknown as Invitation;
  const isMember = Array.isArray(spaces.body) && spaces.body.some((each: { id?: unknown }) => each.id === id);
  return answerPage(input, (words) => {
    const { title, invites, member, explain, act, open, later, roles } = words.invitation;
    const inviter = by.name && by.name !== by.email ? `${by.name} (${by.email})` : by.email;
    const body = html`<h1>${title}</h1>
<p>${isMember ? member(name) : invites(inviter, name, roles[role])}</p>
${!isMember && html`<p>${explain}</p>`}
${form(html`${hidden("token", token)}${hidden("accept", "yes")}`, isMember ? open : act)}
<p class="links"><a href="/">${later}</a></p>`;
    return { title, body };
  });
}

/** Whoever is a member already, by another tab or a second click, is let in as if for the first time. */
async function accept(input: WebInput, token: string, accessToken: string): Promise<Answer> {
  const { status, body } = await askToAccept(input, token, accessToken);
  if (status >= 300) return refuse(input, token, status);
  const opens = openSpaceCookie(String(body.space_id), input.request);
  return redirect("/", { "set-cookie": [...clearCookie(INVITATION, input.request), opens] });
}

/** Which space the app opens: its script reads it once. A link of somebody else cannot say so. */
const openSpaceCookie = (id: string, { secure }: { secure: boolean }) =>
  `cofre-open-space=${id}; Path=/; Max-Age=600; SameSite=Strict${secure ? "; Secure" : ""}`;

const headersOf = ({ request }: WebInput, accessToken: string) => ({
  ...forwarded(request, accessToken),
  "content-type": "application/json",
});

async function askToAccept(input: WebInput, token: string, accessToken: string, search = "") {
  const path = `/invitations/accept${search}`;
  const body = JSON.stringify({ token });
  return input.finance.ask({ method: "POST", path, headers: headersOf(input, accessToken), body });
}

/** Where it may still be accepted, later or by somebody else, the token is kept. */
function refuse(input: WebInput, token: string, status: number): Answer {
  const { request, log } = input;
  if (status >= 500) log.error({ request_id: request.id, status }, "finance could not look at an invitation");
  return answerPage(input, (words) => {
    const { title, next, later, another } = words.invitation;
    const { unavailable, invitationOfAnother, invitationOver } = words.problems;
    const [isAway, isOfAnother] = [status >= 500, status === 403];
    const text = isAway ? unavailable : isOfAnother ? invitationOfAnother : invitationOver;
    const body = html`<h1>${title}</h1>
${alert({ text })}
${isAway && form(hidden("token", token), next)}
${isOfAnother && html`<div class="stack"><a class="button main" href="/sign_in?next=%2Finvitation">${another}</a></div>`}
<p class="links"><a href="/">${later}</a></p>`;
    const cookies = isAway || isOfAnother ? keep(input, token) : clearCookie(INVITATION, request);
    return { title, body, status: isAway ? 503 : 422, headers: { "set-cookie": cookies } };
  });
}

function askForToken(input: WebInput): Answer {
  return answerPage(input, ({ invitation: { title, ask, label, next, later } }) => {
    const field = html`<div data-invitation>${textField("token", label, "", { autocomplete: "off" })}</div>`;
    const body = html`<h1>${title}</h1>
<p>${ask}</p>
${form(field, next)}
<p class="links"><a href="/">${later}</a></p>`;
    return { title, body };
  });
}

const form = (fields: Markup | undefined, act: string) => html`<form method="post" action="/invitation">
${fields}
<div class="stack"><button class="main">${act}</button></div>
</form>`;
