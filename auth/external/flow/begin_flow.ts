// Begins a flow: asks the provider's value where the browser goes, and remembers what is needed when it is back.
import { createHash, randomBytes, randomUUID } from "node:crypto";
import type { AuthInput } from "../../endpoint.ts";
import { fail } from "../../errors.ts";
import { insertExternalFlow } from "../../flow_states/queries_external.ts";
import { sealMemory } from "../../flow_states/sealed.ts";
import { isInvited } from "../linking/queries.ts";
import type { FlowRequest } from "./flow_request.ts";
import { askProvider, providerTimeoutMs } from "./timeout.ts";

export interface FlowBinding {
  browserHash: Buffer | null;
  linking?: { userId: string; sessionId: string | undefined };
}

const STATE_BYTES = 32;

/** Returns the address at the provider. */
export async function beginFlow(input: AuthInput<unknown>, request: FlowRequest, binding: FlowBinding): Promise<string> {
  const { db, serverKeys, redirectTo, now } = input;
  const { provider, config, scopes, parameters, challenge, inviteHash } = request;
  const state = randomBytes(STATE_BYTES).toString("base64url");
  const { url, memory } = await askProvider("exchange", providerTimeoutMs(input.config), (timeoutMs) =>
    provider.begin({ config, state, scopes, parameters, timeoutMs }),
  );
  const id = randomUUID();
  if (inviteHash && !(await isInvited(db, inviteHash, now))) throw fail.inviteTokenUnknown();
  const isBegun = await insertExternalFlow(db, {
    id,
    provider: provider.key,
    stateHash: stateHashOf(state),
    browserHash: binding.browserHash,
    redirectTo: redirectTo(request.redirectTo),
    challenge,
    inviteHash: inviteHash ?? null,
    linking: binding.linking,
    sealedMemory: memory ? sealMemory(serverKeys.state, id, memory) : null,
    now,
  });
  if (!isBegun) throw fail.linkingUserGone();
  return url;
}

export function stateHashOf(state: string): Buffer {
  return createHash("sha256").update(state).digest();
}
