// Security keys as second factors: created while the factor is not verified, asserted from then on.
import type { Account } from "../account/queries_change.ts";
import type { AuthInput } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { type Credential, creationOptions, requestOptions, verifyAssertion, verifyCreation } from "../webauthn/ceremonies.ts";
import { readAssertion, readCreation } from "../webauthn/credential_response.ts";
import { relyingPartyOf } from "../webauthn/relying_party.ts";
import { webauthnUser } from "../webauthn/webauthn_user.ts";
import type { FactorProof, FactorRow } from "./queries.ts";

type Input = Pick<AuthInput<unknown>, "config" | "log">;

/** What the browser is to do. */
export async function webauthnChallenge(owner: Account, { credential }: Pick<FactorRow, "credential">, { config }: Input) {
  const party = relyingPartyOf(config);
  const timeoutSeconds = config.mfaChallengeExpirySeconds;
  if (credential !== null) {
    const publicKey = await requestOptions(party, [credential as Credential], timeoutSeconds);
    return { challenge: publicKey.challenge, webauthn: { type: "request", credential_options: { publicKey: { ...publicKey } } } };
  }
  const request = { party, user: webauthnUser(owner), existing: [], isDiscoverable: false, timeoutSeconds };
  const publicKey = await creationOptions(request);
  return { challenge: publicKey.challenge, webauthn: { type: "create", credential_options: { publicKey: { ...publicKey } } } };
}

/** The browser's response. The origin that the client states is ignored: the configuration decides. */
export interface WebauthnAnswer extends Readonly<Record<string, unknown>> {
  type?: unknown;
  credential_response?: unknown;
}

/** Undefined for an answer that is wrong. */
export async function checkWebauthn(
  { credential }: Pick<FactorRow, "credential">,
  challenge: string,
  answer: WebauthnAnswer | undefined,
  { config, log }: Input,
): Promise<FactorProof | undefined> {
  if (!answer) throw fail.webauthnMissing();
  if (answer.type !== "create" && answer.type !== "request") throw fail.webauthnTypeUnknown();
  if (answer.credential_response === undefined) throw fail.webauthnResponseMissing();
  const party = relyingPartyOf(config);
  if (answer.type === "create") {
    const creation = readCreation(answer.credential_response, fail.webauthnResponseInvalid);
    const created = credential === null ? await verifyCreation(party, creation, challenge, log) : undefined;
    return created && { credential: created };
  }
  const assertion = readAssertion(answer.credential_response, fail.webauthnResponseInvalid);
  if (credential === null) return undefined;
  const existing = credential as Credential;
  const asserted = await verifyAssertion(party, assertion, challenge, { credential: existing, log });
  return asserted && { credential: { ...existing, counter: asserted.counter, backedUp: asserted.backedUp } };
}
