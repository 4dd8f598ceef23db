// GET /user/identities/authorize: begins to add an identity of an external provider to the signed-in user's account.
// A redirect binds the flow to the browser by a cookie; a program that asks for the URL instead cannot.
// In both cases external/linking/pending_link.ts links the identity only after proof that the same person came back.
import { Type } from "typebox";
import { Answer, NoBody } from "../../kernel/http/endpoint.ts";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { beginFlow } from "../external/flow/begin_flow.ts";
import { giveBrowserKey } from "../external/flow/browser_cookie.ts";
import { FOR_THE_PROVIDER, flowFields, readFlowRequest } from "../external/flow/flow_request.ts";
import { reportBeginFault } from "../external/flow/report_fault.ts";
import { PROVIDER_REQUEST_SECONDS } from "../external/flow/timeout.ts";
import { requireCaller, requireFullProof } from "./caller.ts";

export const userIdentitiesAuthorize = endpoint({
  method: "GET",
  path: "/user/identities/authorize",
  access: "user",
  summary: "Begin to link an identity of an external provider",
  query: Type.Object(
    {
      ...flowFields,
      skip_http_redirect: Type.Optional(Type.String({ description: "true: the address is in the body, not in a redirect" })),
    },
    FOR_THE_PROVIDER,
  ),
  readsFields: true,
  reply: Type.Object({ url: Type.String() }),
  answers: {
    302: {
      description: "Unless the address is asked for",
      reply: NoBody,
      headers: { Location: "At the provider", "Set-Cookie": "Binds the flow to whoever is redirected" },
    },
  },
  refuses: [404],
  timeoutSeconds: PROVIDER_REQUEST_SECONDS,
  handle: async ({ query, caller, ...input }) => {
    const { config, request, now } = input;
    if (!config.manualLinkingEnabled) throw fail.manualLinkingDisabled();
    const user = await requireCaller(input, caller, now);
    requireFullProof(user, fail.linkingNeedsAal2);
    const userId = user.id;
    const flowRequest = { ...(await readFlowRequest(query, input)), inviteHash: undefined };
    const linking = { userId, sessionId: caller.sessionId };
    const browser = flowRequest.skipsRedirect
      ? undefined
      : giveBrowserKey(request.headers.cookie, flowRequest.provider.callback, config);
    const url = await beginFlow(input, flowRequest, { browserHash: browser?.hash ?? null, linking }).catch((error) => {
      throw reportBeginFault(error, flowRequest.provider.key, input);
    });
    return browser ? new Answer(302, { location: url, "set-cookie": browser.setCookie }) : { url };
  },
});
