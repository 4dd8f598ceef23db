// A sign-in at a company's identity provider. RelayState identifies its row, and the row's id is the request id that the response
// must name.
import { createHash, randomUUID } from "node:crypto";
import type { AuthInput } from "../endpoint.ts";
import type { CodeChallenge } from "../flow_states/pkce.ts";
import { insertSsoFlow } from "../flow_states/queries_sso.ts";
import { providerName, type SsoProvider } from "./provider.ts";
import { serviceProviderOf } from "./saml/service_provider.ts";
import { signInUrl } from "./saml/sign_in_url.ts";

export interface StartedFlow {
  id: string;
  state: string;
}

export async function beginSsoFlow(
  { db, redirectTo, now }: Pick<AuthInput<unknown>, "db" | "redirectTo" | "now">,
  provider: SsoProvider,
  request: { redirectTo: string | undefined; challenge: CodeChallenge | undefined },
): Promise<StartedFlow> {
  const flow = { id: randomUUID(), state: randomUUID() };
  await insertSsoFlow(db, {
    id: flow.id,
    provider: providerName(provider),
    stateHash: relayStateHash(flow.state),
    redirectTo: redirectTo(request.redirectTo),
    challenge: request.challenge,
    now,
  });
  return flow;
}

export function urlAtProvider(
  provider: SsoProvider,
  { id, state }: StartedFlow,
  config: AuthInput<unknown>["config"],
): Promise<string> {
  return signInUrl(provider, serviceProviderOf(config), {
    requestId: requestIdOf(id),
    relayState: state,
    nameIdFormat: provider.name_id_format,
  });
}

/** An id in XML begins with no digit. */
export function requestIdOf(flowId: string): string {
  return `_${flowId}`;
}

export function relayStateHash(state: string): Buffer {
  return createHash("sha256").update(state.toLowerCase()).digest();
}
