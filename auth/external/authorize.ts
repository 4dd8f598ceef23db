// GET /authorize: sends the browser to an external provider. It comes back to /callback.
//
// What is where in this slice: the endpoints stand here. flow/ leads a browser to the provider and back.
// linking/ decides which account a person signs in to, and writes it. protocols/ implements OAuth and OpenID Connect.
// providers/ has one file for each provider, a value of the type in provider.ts.
import { Type } from "typebox";
import type { Fault } from "../../kernel/errors.ts";
import { Answer, NoBody } from "../../kernel/http/endpoint.ts";
import { endpoint } from "../endpoint.ts";
import { beginFlow } from "./flow/begin_flow.ts";
import { giveBrowserKey } from "./flow/browser_cookie.ts";
import { errorUrl } from "./flow/error_url.ts";
import { FOR_THE_PROVIDER, flowFields, readFlowRequest } from "./flow/flow_request.ts";
import { reportBeginFault } from "./flow/report_fault.ts";
import { PROVIDER_REQUEST_SECONDS } from "./flow/timeout.ts";
import { ProviderError } from "./provider.ts";

export const authorize = endpoint({
  method: "GET",
  path: "/authorize",
  access: "public",
  summary: "Begin to sign in with an external provider",
  // Each call leaves a row behind.
  limit: "authorize",
  query: Type.Object(
    {
      ...flowFields,
      invite_token: Type.Optional(Type.String({ description: "Of the invitation that is accepted by it" })),
      skip_http_redirect: Type.Optional(
        Type.String({ description: "Without effect: clients that hand the address to a browser send it" }),
      ),
    },
    FOR_THE_PROVIDER,
  ),
  readsFields: true,
  status: 302,
  reply: NoBody,
  replyHeaders: { Location: "At the provider, or back with an error", "Set-Cookie": "Binds the flow to this browser" },
  refuses: [404],
  timeoutSeconds: PROVIDER_REQUEST_SECONDS,
  handle: async ({ query, ...input }) => {
    const { config, request } = input;
    const flowRequest = await readFlowRequest(query, input);
    const browser = giveBrowserKey(request.headers.cookie, flowRequest.provider.callback, config);
    try {
      const url = await beginFlow(input, flowRequest, { browserHash: browser.hash });
      return new Answer(302, { location: url, "set-cookie": browser.setCookie });
    } catch (error) {
      const fault = reportBeginFault(error, flowRequest.provider.key, input);
      if (!(error instanceof ProviderError)) throw fault;
      return new Answer(302, { location: errorUrl(input.redirectTo(flowRequest.redirectTo), fault as Fault) });
    }
  },
});
