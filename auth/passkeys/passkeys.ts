// GET /passkeys, PATCH and DELETE /passkeys/:passkey_id: the signed-in user's passkeys.
//
// What is where in this slice: a passkey is made by passkeys_registration_options.ts and ..._verify.ts, and signs in by
// passkeys_authentication_options.ts and ..._verify.ts. begin.ts keeps a challenge and answer.ts takes it. The ceremonies are of the slice webauthn.
import { Type } from "typebox";
import { documentedOnly } from "../../kernel/http/documented_only.ts";
import { Answer, NoBody } from "../../kernel/http/endpoint.ts";
import { requireCaller, requireFullProof } from "../account/caller.ts";
import { actOf } from "../audit/act.ts";
import { logAct } from "../audit/log_act.ts";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { factorNotice } from "../factors/factor.ts";
import { lockOwner } from "../factors/owner.ts";
import { notify } from "../outbox/notify.ts";
import { PASSKEY, PasskeyReply, presentPasskey, readPasskeyId, readPasskeyName, requirePasskeys } from "./passkey.ts";
import { deletePasskey, listPasskeys, renamePasskey } from "./queries.ts";

const PasskeyPath = Type.Object({ passkey_id: Type.String() });

export const getPasskeys = endpoint({
  method: "GET",
  path: "/passkeys",
  access: "user",
  summary: "The passkeys of the signed-in user",
  reply: Type.Array(PasskeyReply),
  refuses: [404],
  handle: async (input) => {
    const { id } = await requireCaller(input, input.caller, input.now);
    requirePasskeys(input.config);
    return (await listPasskeys(input.db, id)).map(presentPasskey);
  },
});

export const patchPasskey = endpoint({
  method: "PATCH",
  path: "/passkeys/:passkey_id",
  access: "user",
  summary: "Rename a passkey",
  params: PasskeyPath,
  body: documentedOnly(
    Type.Object({ friendly_name: Type.Optional(documentedOnly(Type.String(), { minLength: 1, maxLength: 120 })) }),
    { required: ["friendly_name"] },
  ),
  reply: PasskeyReply,
  handle: async ({ params, body, ...input }) => {
    const { db, now } = input;
    const user = await requireCaller(input, input.caller, now);
    requirePasskeys(input.config);
    const id = readPasskeyId(params.passkey_id);
    const name = readPasskeyName(body.friendly_name);
    return db.transaction(async (tx) => {
      const [passkey] = await Promise.all([
        renamePasskey(tx, user.id, id, name, now),
        logAct(tx, actOf(input), { action: "passkey_updated", actor: user, traits: { passkey_id: id } }),
      ]);
      if (!passkey) throw fail.passkeyUnknown();
      return presentPasskey(passkey);
    });
  },
});

export const deleteOwnPasskey = endpoint({
  method: "DELETE",
  path: "/passkeys/:passkey_id",
  access: "user",
  summary: "Delete a passkey",
  params: PasskeyPath,
  ignoresBody: true,
  status: 204,
  reply: NoBody,
  handle: async ({ params, ...input }) => {
    await input.db.transaction(async (tx) => {
      const owner = await lockOwner(tx, input);
      requirePasskeys(input.config);
      const id = readPasskeyId(params.passkey_id);
      requireFullProof(owner, fail.passkeysNeedAal2);
      if (!(await deletePasskey(tx, owner.id, id))) throw fail.passkeyUnknown();
      await Promise.all([
        logAct(tx, actOf(input), { action: "passkey_deleted", actor: owner, traits: { passkey_id: id } }),
        notify(tx, input, owner, factorNotice("mfa_factor_unenrolled", PASSKEY)),
      ]);
    });
    return new Answer(204);
  },
});
