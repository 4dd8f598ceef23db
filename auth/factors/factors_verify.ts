// POST /factors/:factor_id/verify: answers a challenge. The session is aal2 from then on, and its tokens are new ones.
import { Type } from "typebox";
import { documentedOnly, FreeForm } from "../../kernel/http/documented_only.ts";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { SessionReply } from "../sessions/session.ts";
import { readChallengeId, readFactorId } from "./factor.ts";
import { verifyFactor } from "./verify_factor.ts";

export const postFactorVerify = endpoint({
  method: "POST",
  path: "/factors/:factor_id/verify",
  access: "user",
  summary: "Show a second factor",
  params: Type.Object({ factor_id: Type.String() }),
  body: documentedOnly(
    Type.Object({
      challenge_id: Type.Optional(documentedOnly(Type.String(), { format: "uuid" })),
      code: Type.Optional(
        documentedOnly(Type.String({ description: "Of the authenticator app, or from the message" }), { minLength: 1 }),
      ),
      webauthn: Type.Optional(FreeForm),
    }),
    { required: ["challenge_id"] },
  ),
  reply: SessionReply,
  refuses: [422, 429],
  handle: ({ params, body, ...input }) => {
    const id = readFactorId(params.factor_id);
    const challengeId = readChallengeId(body.challenge_id);
    if (!body.code && !body.webauthn) throw fail.factorCodeMissing();
    return verifyFactor({ ...input, body }, id, { challengeId, code: body.code ?? "", webauthn: body.webauthn });
  },
});
