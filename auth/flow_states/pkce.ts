// Proof key for code exchange (RFC 7636): who redeems a code must know the secret whose challenge opened the flow.
import { createHash, timingSafeEqual } from "node:crypto";
import { Type } from "typebox";
import { documentedOnly } from "../../kernel/http/documented_only.ts";
import { fail } from "../errors.ts";

export type CodeChallengeMethod = "s256" | "plain";

export interface CodeChallenge {
  codeChallenge: string;
  codeChallengeMethod: CodeChallengeMethod;
}

/** As the request holds them. The client sends null for both when it does not use PKCE. */
export interface ChallengeFields {
  code_challenge?: string | null | undefined;
  code_challenge_method?: string | null | undefined;
}

const SHORTEST = 43;
const LONGEST = 128;

/** As the API document describes them. */
export const challengeFields = {
  code_challenge: Type.Optional(
    documentedOnly(Type.String({ description: "Asks for PKCE, with its method" }), {
      pattern: `^([A-Za-z0-9._~-]{${SHORTEST},${LONGEST}})?$`,
    }),
  ),
  code_challenge_method: Type.Optional(
    documentedOnly(Type.String({ description: "s256 or plain" }), { pattern: "^([sS]256|[pP][lL][aA][iI][nN])?$" }),
  ),
};

/** Undefined where the request does not ask for PKCE. Half of a request is refused: it would end in a flow without protection. */
export function readChallenge(fields: ChallengeFields): CodeChallenge | undefined {
  const challenge = fields.code_challenge || undefined;
  const method = fields.code_challenge_method?.toLowerCase() || undefined;
  if (challenge === undefined && method === undefined) return undefined;
  if (challenge === undefined || method === undefined) throw fail.pkceIncomplete();
  if (method !== "s256" && method !== "plain") throw fail.codeChallengeMethodUnknown();
  if (challenge.length < SHORTEST || challenge.length > LONGEST) throw fail.codeChallengeLength();
  if (!/^[A-Za-z0-9._~-]+$/.test(challenge)) throw fail.codeChallengeCharacters();
  return { codeChallenge: challenge, codeChallengeMethod: method };
}

export function challengeMatches(verifier: string, challenge: string, method: CodeChallengeMethod): boolean {
  const derived = method === "s256" ? sha256(verifier).toString("base64url") : verifier;
  // Digests have one length, so the comparison time reveals neither the content nor the length of the challenge.
  return timingSafeEqual(sha256(derived), sha256(challenge));
}

function sha256(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
