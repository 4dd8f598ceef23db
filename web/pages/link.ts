// GET /link: begins to link another provider to the account of whoever is signed in. It ends where a sign-in with a provider does.
import { Type } from "typebox";
import { Fault } from "../../kernel/errors.ts";
import { NoBody } from "../../kernel/http/endpoint.ts";
import { endpoint } from "../endpoint.ts";
import { FormText } from "../html/form_schemas.ts";
import { writeCookie } from "../http/cookie.ts";
import { withQuery } from "../http/next.ts";
import { ownUrl } from "../http/own_url.ts";
import { redirect } from "../http/redirect.ts";
import { FLOW, newProof } from "../sessions/flow.ts";
import { requireFreshProof } from "../sessions/proof.ts";
import { withSession } from "../sessions/with_session.ts";
import { askAuth } from "../upstream/ask_auth.ts";

const SETTINGS = "/settings/security";
const FAILED = `${SETTINGS}?problem=provider`;

export const getLink = endpoint({
  method: "GET",
  path: "/link",
  access: "own",
  summary: "Begin to link a provider",
  query: Type.Object({ provider: FormText }),
  status: 303,
  reply: NoBody,
  replyHeaders: { Location: "At the provider", "Set-Cookie": "Binds the flow to this browser" },
  refuses: [403],
  handle: async (input) => {
    const { cookieKey, request, query, now } = input;
    const { verifier, challenge } = newProof();
    const path = withQuery("/user/identities/authorize", {
      provider: query.provider,
      redirect_to: `${ownUrl(input)}/callback`,
      skip_http_redirect: "true",
      ...challenge,
    });
    try {
      return await withSession(input, async (session) => {
        requireFreshProof(session, now);
        const { body } = await askAuth(input, { method: "GET", path, accessToken: session.accessToken });
        if (typeof body?.url !== "string") return redirect(FAILED);
        const flow = { verifier, next: SETTINGS, back: FAILED };
        return redirect(body.url, { "set-cookie": writeCookie(FLOW, cookieKey, flow, request) });
      });
    } catch (error) {
      if (error instanceof Fault && ["signed_out", "proof_needed"].includes(error.code))
        return redirect(withQuery("/sign_in", { next: SETTINGS }));
      throw error;
    }
  },
});
