// Lets the app have a code, which says by itself nothing: the app exchanges it for tokens.
import { createHash, randomBytes } from "node:crypto";
import { requireActiveCaller, requireFullProof } from "../account/caller.ts";
import { lockAccount } from "../account/queries_change.ts";
import { actOf } from "../audit/act.ts";
import type { AuthCaller, AuthInput } from "../endpoint.ts";
import { fail } from "../errors.ts";
import type { Amr } from "../sessions/session_row.ts";
import { answerWithCode } from "./answer_app.ts";
import { authTimeOf } from "./consent_needed.ts";
import { approveAuthorization, type OpenAuthorization } from "./queries.ts";

const CODE_BYTES = 32;
/** An app exchanges it at once. */
const CODE_LIFETIME_MS = 120_000;

export function hashCode(code: string): Buffer {
  return createHash("sha256").update(code).digest();
}

interface Approving {
  authorization: OpenAuthorization;
  caller: AuthCaller;
  consent: { isRemembered: boolean } | undefined;
}

/** Where to send the browser. The account is locked: a code is not given out beside a new password or a sign-out, which would miss it. */
export async function approve(input: AuthInput<unknown>, { authorization, caller, consent }: Approving): Promise<string> {
  const { config, db, now } = input;
  const code = randomBytes(CODE_BYTES).toString("base64url");
  const amr = (caller.claims.amr ?? []) as Amr[];
  const isOurs = await db.transaction(async (tx) => {
    const user = requireActiveCaller(await lockAccount(tx, caller, config, now), caller, now);
    requireFullProof(user, fail.oauthNeedsAal2);
    return approveAuthorization(tx, {
      id: authorization.id,
      userId: user.id,
      codeHash: hashCode(code),
      codeExpiresAt: new Date(now.getTime() + CODE_LIFETIME_MS),
      aal: user.session_aal ?? "aal1",
      amr,
      authTime: authTimeOf(amr, now),
      consent,
      act: actOf(input),
    });
  });
  if (!isOurs) throw fail.oauthAuthorizationDecided();
  return answerWithCode(config, authorization, code);
}
