// POST /second_factor/request: sends a code to a phone that is a second factor.
import { Type } from "typebox";
import { endpoint } from "../endpoint.ts";
import { FormText, HtmlReply } from "../html/form_schemas.ts";
import { safeNext, withQuery } from "../http/next.ts";
import { redirect } from "../http/redirect.ts";
import { readHalfSession } from "../sessions/session_cookie.ts";
import { askAuth } from "../upstream/ask_auth.ts";
import { showSecondFactor } from "./second_factor_page.ts";
import { factorsOf } from "./second_factors.ts";

export const postSecondFactorRequest = endpoint({
  method: "POST",
  path: "/second_factor/request",
  access: "page",
  summary: "Have a code sent to the phone that is a second factor",
  form: true,
  body: Type.Object({ factor: FormText, next: FormText }),
  ...HtmlReply,
  handle: async (input) => {
    const { factor: id = "" } = input.body;
    const next = safeNext(input.body.next);
    const half = readHalfSession(input.cookieKey, input.request);
    const { factors } = half ? await factorsOf(input, half) : {};
    const phone = factors?.find((each) => each.id === id);
    if (!half || !factors || !phone) return redirect(withQuery("/second_factor", { next }));
    const { accessToken } = half;
    const { body, refused } = await askAuth(input, { path: `/factors/${phone.id}/challenge`, accessToken, body: {} });
    const sent = body && { challenge: String(body.id), phone };
    return showSecondFactor(input, { factors, next, byRecovery: false, refused, ...sent });
  },
});
