// GET, POST /invitation: where the mail of an invitation to a household leads. Its token is behind the # of the link, where no server sees it: the
// script puts it into the field, and whoever has none copies it there.
import { Type } from "typebox";
import { Fault } from "../../kernel/errors.ts";
import type { Answer } from "../../kernel/http/endpoint.ts";
import { endpoint, type WebInput } from "../endpoint.ts";
import { type CookieKind, clearCookie, readCookie, writeCookie } from "../sessions/cookie.ts";
import { withSession } from "../sessions/with_session.ts";
import { forwarded } from "../upstream/forwarded.ts";
import { UpstreamAway } from "../upstream/upstream.ts";
import { goOn } from "./arrive.ts";
import { FormText, HtmlReply, PageQuery } from "./form_schemas.ts";
import { html } from "./html.ts";
import { answerPage } from "./layout.ts";
import { alert, hidden, type Problem, textField } from "./parts.ts";
import type { Words } from "./words.ts";

/** Keeps the token while somebody signs in or up first. */
const INVITATION: CookieKind = { name: "cofre-invitation", sameSite: "Lax", maxAgeSeconds: 3_600 };

interface Kept {
  token: string;
}

export const getInvitation = endpoint({
  method: "GET",
  path: "/invitation",
  access: "page",
  summary: "The page of an invitation to a household",
  query: PageQuery,
  ...HtmlReply,
  handle: (input) => show(input, readCookie<Kept>(INVITATION, input.cookieKey, input.request)?.token ?? ""),
});

export const postInvitation = endpoint({
  method: "POST",
  path: "/invitation",
  access: "page",
  summary: "Accept an invitation to a household",
  form: true,
  body: Type.Object({ token: FormText }),
  ...HtmlReply,
  handle: async (input) => {
    const { cookieKey, request } = input;
    // Some copy the whole link.
    const token = (input.body.token ?? "").trim().replace(/^.*#invitation=/, "");
    try {
      return await withSession(input, async ({ accessToken }) => accept(input, token, accessToken));
    } catch (error) {
      if (!(error instanceof Fault) || error.code !== "signed_out") throw error;
      const kept = writeCookie(INVITATION, cookieKey, { token: token.slice(0, 200) }, request);
      return goOn("/sign_in?next=%2Finvitation&problem=invitation", { "set-cookie": kept });
    }
  },
});

async function accept(input: WebInput, token: string, accessToken: string): Promise<Answer> {
  const { finance, request, log } = input;
  const headers = {
    ...forwarded(request),
    "content-type": "application/json",
    authorization: `Bearer ${accessToken}`,
  };
  try {
    const body = JSON.stringify({ token });
    const answer = await finance.ask({ method: "POST", path: "/invitations/accept", headers, body });
    if (answer.status < 300) return goOn("/settings/household", { "set-cookie": clearCookie(INVITATION, request) });
    const isOfAnother = answer.status === 403;
    const text = ({ problems }: Words) =>
      answer.status >= 500 ? problems.unavailable : isOfAnother ? problems.invitationOfAnother : problems.invitationOver;
    return show(input, "", { status: answer.status >= 500 ? 503 : 422, text });
  } catch (error) {
    if (!(error instanceof UpstreamAway)) throw error;
    log.error({ request_id: request.id, err: error }, "finance did not answer");
    return show(input, token, { status: 503, text: ({ problems }) => problems.unavailable });
  }
}

interface Refused {
  status: number;
  text: (words: Words) => string;
}

function show(input: WebInput, token: string, refused?: Refused): Answer {
  return answerPage(input, (words) => {
    const { title, explain, label, act, later } = words.invitation;
    const problem: Problem | undefined = refused && { text: refused.text(words) };
    const field =
      token === ""
        ? html`<div data-invitation>${textField("token", label, "", { autocomplete: "off" })}</div>`
        : hidden("token", token);
    const body = html`<h1>${title}</h1>
<p>${explain}</p>
${alert(problem)}
<form method="post" action="/invitation">
${field}
<div class="stack"><button class="main">${act}</button></div>
</form>
<p class="links"><a href="/">${later}</a></p>`;
    return { title, body, status: refused?.status ?? 200 };
  });
}
