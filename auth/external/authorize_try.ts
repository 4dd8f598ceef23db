// GET /authorize/try: sends the browser of an administrator to a provider that they try. It comes back to /callback, which signs nobody in.
import { randomBytes } from "node:crypto";
import { Type } from "typebox";
import { Answer, NoBody } from "../../kernel/http/endpoint.ts";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { sealMemory } from "../flow_states/sealed.ts";
import { findProvider } from "./enabled_provider.ts";
import { stateHashOf } from "./flow/begin_flow.ts";
import { giveBrowserKey } from "./flow/browser_cookie.ts";
import { codeHashOf } from "./flow/issued_code.ts";
import { askProvider, PROVIDER_REQUEST_SECONDS, providerTimeoutMs } from "./flow/timeout.ts";
import { ProviderError } from "./provider.ts";
import { storeOutcome } from "./tries/finish_try.ts";
import { problemOf } from "./tries/outcome.ts";
import { claimTicket, noteDeparture } from "./tries/queries.ts";
import { tryPage } from "./tries/try_page.ts";
import { TRY_MINUTES, triesAfter } from "./tries/try_time.ts";

const STATE_BYTES = 32;

export const authorizeTry = endpoint({
  method: "GET",
  path: "/authorize/try",
  access: "public",
  summary: "Open a sign-in that an administrator tries",
  limit: "authorize",
  query: Type.Object({ ticket: Type.String({ description: "Of the link, good once" }) }),
  status: 302,
  reply: NoBody,
  replyHeaders: { Location: "At the provider", "Set-Cookie": "Binds the try to this browser" },
  answers: { 200: { description: "The provider could not be asked", reply: Type.String(), mediaType: "text/html" } },
  refuses: [404],
  timeoutSeconds: PROVIDER_REQUEST_SECONDS,
  handle: async ({ query, ...input }) => {
    const { config, db, log, request, serverKeys, now } = input;
    const open = await claimTicket(db, codeHashOf(query.ticket), triesAfter(now));
    if (!open) throw fail.providerTryUnknown({ values: { minutes: TRY_MINUTES } });
    try {
      const tried = await findProvider(open.provider, input);
      if (!tried) throw new ProviderError("exchange", "the provider was deleted meanwhile");
      const state = randomBytes(STATE_BYTES).toString("base64url");
      const begun = await askProvider("exchange", providerTimeoutMs(config), (timeoutMs) =>
        tried.provider.begin({ config: tried.config, state, scopes: [], parameters: {}, timeoutMs }),
      );
      const browser = giveBrowserKey(request.headers.cookie, tried.provider.callback, config);
      const sealedMemory = begun.memory ? sealMemory(serverKeys.state, open.id, begun.memory) : null;
      await noteDeparture(db, { id: open.id, stateHash: stateHashOf(state), browserHash: browser.hash, sealedMemory });
      return new Answer(302, { location: begun.url, "set-cookie": browser.setCookie });
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      log.warn({ request_id: request.id, provider: open.provider, problem: error.message }, "an external provider failed");
      await storeOutcome(input, open, { received: [], person: null, problem: problemOf(error) });
      return tryPage(input);
    }
  },
});
