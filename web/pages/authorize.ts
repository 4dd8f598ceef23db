// GET /authorize: begins to sign in with another provider. What proves at the end that it was this browser stays in a cookie of its own.
import { Type } from "typebox";
import { Answer, NoBody } from "../../kernel/http/endpoint.ts";
import { endpoint } from "../endpoint.ts";
import { FormText } from "../html/form_schemas.ts";
import { writeCookie } from "../http/cookie.ts";
import { safeNext, withQuery } from "../http/next.ts";
import { ownUrl } from "../http/own_url.ts";
import { FLOW, newProof } from "../sessions/flow.ts";

export const getAuthorize = endpoint({
  method: "GET",
  path: "/authorize",
  access: "page",
  summary: "Begin to sign in with a provider",
  query: Type.Object({ provider: FormText, next: FormText }),
  status: 303,
  reply: NoBody,
  replyHeaders: { Location: "At auth", "Set-Cookie": "Binds the flow to this browser" },
  handle: (input) => {
    const { config, cookieKey, request, query } = input;
    const { verifier, challenge } = newProof();
    const location = withQuery(`${config.authExternalUrl ?? config.authUrl}/authorize`, {
      provider: query.provider,
      redirect_to: `${ownUrl(input)}/callback`,
      ...challenge,
    });
    const flow = { verifier, next: safeNext(query.next) };
    return new Answer(303, { location, "set-cookie": writeCookie(FLOW, cookieKey, flow, request) });
  },
});
