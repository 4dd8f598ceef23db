// POST /sign_out: ends the session, at auth and here.
import { Type } from "typebox";
import { endpoint } from "../endpoint.ts";
import { HtmlReply } from "../html/form_schemas.ts";
import { redirect } from "../http/redirect.ts";
import { endHalfSession, endSession } from "../sessions/session_cookie.ts";
import { NOTHING_WAITS_HEADERS, SIGNED_OUT_HEADERS, signOut } from "../sessions/sign_out.ts";

export const postSignOut = endpoint({
  method: "POST",
  path: "/sign_out",
  access: "page",
  summary: "Sign out",
  form: true,
  body: Type.Object({
    nothing_waits: Type.Optional(
      Type.String({ description: "1: the app has looked, and no entry of anybody waits in this browser" }),
    ),
  }),
  ...HtmlReply,
  handle: async (input) => {
    await signOut(input);
    const over = [...endSession(input.request), ...endHalfSession(input.request)];
    const clears = input.body.nothing_waits === "1" ? NOTHING_WAITS_HEADERS : SIGNED_OUT_HEADERS;
    return redirect("/signed_out", { "set-cookie": over, ...clears });
  },
});
