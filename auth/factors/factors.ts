// POST /factors: begins to enrol a second factor. DELETE /factors/:factor_id: takes one off the account.
//
// What is where in this slice: factor.ts says what kinds there are. enroll.ts adds one and unenroll.ts removes it; challenge.ts asks for it, and
// verify_factor.ts takes the answer, each kind by its own rule: totp.ts, phone_code.ts, webauthn_key.ts. Recovery codes are recovery_codes.ts.

import { Type } from "typebox";
import { documentedOnly } from "../../kernel/http/documented_only.ts";
import { requireFullProof } from "../account/caller.ts";
import { actOf } from "../audit/act.ts";
import { logAct } from "../audit/log_act.ts";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { notify } from "../outbox/notify.ts";
import { PHONE_PATTERN } from "../users/address.ts";
import { enrollFactor } from "./enroll.ts";
import { factorNotice, readFactorId } from "./factor.ts";
import { lockOwner } from "./owner.ts";
import { removeFactor } from "./unenroll.ts";

/** They look at no number. */
const OF_OTHER_KINDS = { properties: { factor_type: { enum: ["totp", "webauthn"] } } };

export const postFactors = endpoint({
  method: "POST",
  path: "/factors",
  access: "user",
  summary: "Begin to enrol a second factor",
  body: documentedOnly(
    Type.Object({
      factor_type: Type.Optional(documentedOnly(Type.String(), { enum: ["totp", "phone", "webauthn"] })),
      friendly_name: Type.Optional(documentedOnly(Type.String({ description: "Different for each factor" }), { maxLength: 120 })),
      issuer: Type.Optional(
        Type.String({ maxLength: 255, description: "What an authenticator app shows; the host of SITE_URL unless given" }),
      ),
      phone: Type.Optional(Type.String({ description: "Of a phone: E.164, with or without the plus sign" })),
    }),
    { required: ["factor_type"], anyOf: [OF_OTHER_KINDS, { properties: { phone: { pattern: PHONE_PATTERN } } }] },
  ),
  reply: Type.Object({
    id: Type.String({ format: "uuid" }),
    type: Type.String(),
    friendly_name: Type.String(),
    totp: Type.Optional(
      Type.Object({ qr_code: Type.String({ description: "An SVG image" }), secret: Type.String(), uri: Type.String() }),
    ),
    phone: Type.Optional(Type.String()),
  }),
  refuses: [422],
  handle: enrollFactor,
});

export const deleteFactor = endpoint({
  method: "DELETE",
  path: "/factors/:factor_id",
  access: "user",
  summary: "Take a second factor off the account",
  params: Type.Object({ factor_id: Type.String() }),
  ignoresBody: true,
  reply: Type.Object({ id: Type.String({ format: "uuid" }) }),
  refuses: [422],
  handle: async ({ params, ...input }) => {
    const id = readFactorId(params.factor_id);
    await input.db.transaction(async (tx) => {
      const owner = await lockOwner(tx, input);
      const factor = owner.factors?.find((each) => each.id === id);
      if (!factor) throw fail.factorUnknown();
      if (factor.status === "verified") requireFullProof(owner, fail.unenrollNeedsAal2);
      const traits = { factor_id: id, factor_type: factor.factor_type, factor_status: factor.status };
      await Promise.all([
        removeFactor(tx, owner, factor, input.now),
        ...(factor.status === "verified" ? [notify(tx, input, owner, factorNotice("mfa_factor_unenrolled", factor))] : []),
        logAct(tx, actOf(input), { action: "factor_unenrolled", actor: owner, traits }),
      ]);
    });
    return { id };
  },
});
