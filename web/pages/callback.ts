// GET /callback: the browser comes back from a provider. Only the one that went can finish: the verifier is in its cookie.
import { Type } from "typebox";
import { NoBody } from "../../kernel/http/endpoint.ts";
import { endpoint } from "../endpoint.ts";
import { FormText } from "../html/form_schemas.ts";
import { clearCookie, readCookie } from "../http/cookie.ts";
import { redirect } from "../http/redirect.ts";
import { FLOW, type Flow } from "../sessions/flow.ts";
import { sessionIn } from "../sessions/session_cookie.ts";
import { startSession } from "../sessions/start_session.ts";
import { askAuth } from "../upstream/ask_auth.ts";

export const getCallback = endpoint({
  method: "GET",
  path: "/callback",
  access: "page",
  summary: "Come back from a provider",
  query: Type.Object({ code: FormText }),
  status: 303,
  reply: NoBody,
  replyHeaders: { Location: "The app, or the page to sign in" },
  handle: async (input) => {
    const { cookieKey, request, query } = input;
    const flow = readCookie<Flow>(FLOW, cookieKey, request);
    const over = clearCookie(FLOW, request);
    // Nobody is signed in with a code alone: another person's code would sign them in to that person's account.
    if (!flow && query.code) return redirect("/sign_in?problem=other_browser");
    const failed = () => redirect(flow?.back ?? "/sign_in?problem=provider", { "set-cookie": over });
    if (!flow || !query.code) return failed();
    const code = { auth_code: query.code, code_verifier: flow.verifier };
    const { body } = await askAuth(input, { path: "/token?grant_type=pkce", body: code });
    const session = body && sessionIn(body);
    if (!session) return failed();
    return startSession(input, session, flow.next, over);
  },
});
