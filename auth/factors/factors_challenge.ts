// POST /factors/:factor_id/challenge: asks for a second factor. A phone factor gets a code.
import { Type } from "typebox";
import { FreeForm } from "../../kernel/http/documented_only.ts";
import { endpoint } from "../endpoint.ts";
import { challengeFactor } from "./challenge.ts";
import { readFactorId } from "./factor.ts";
import { readOptionalText } from "./optional_text.ts";

export const postFactorChallenge = endpoint({
  method: "POST",
  path: "/factors/:factor_id/challenge",
  access: "user",
  limit: "factorChallenge",
  summary: "Ask for a second factor",
  params: Type.Object({ factor_id: Type.String() }),
  body: Type.Object({ channel: Type.Optional(Type.String({ description: "Of a phone factor: sms (default) or whatsapp" })) }),
  // Clients send whatever they have at hand, or nothing.
  readsFields: true,
  reply: Type.Object({
    id: Type.String({ format: "uuid", description: "To be sent with the answer" }),
    type: Type.String(),
    expires_at: Type.Integer({ description: "Seconds since 1970" }),
    webauthn: Type.Optional(
      Type.Object({
        type: Type.String({ description: "create, or request once the factor is verified" }),
        credential_options: Type.Object({ publicKey: FreeForm }),
      }),
    ),
  }),
  refuses: [422],
  handle: ({ params, body, ...input }) =>
    challengeFactor({ ...input, body: { channel: readOptionalText(body, "channel") } }, readFactorId(params.factor_id)),
});
