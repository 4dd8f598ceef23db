// POST /admin/signing-keys/:kid/sign: this key signs from now on. The one before verifies on, so nobody is signed out.
import { Type } from "typebox";
import type { Jwk } from "../config/keys.ts";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { momentOf, requireKey } from "./admin_signing_keys.ts";
import { statusOf, withSigner } from "./key_list.ts";
import { presentKey, presentStored, SigningKeyReply, StoredReply, signFrom } from "./key_reply.ts";
import { changeKeys } from "./stored_keys.ts";

const LONGEST_SECONDS = 30;

export const signWithAdminSigningKey = endpoint({
  method: "POST",
  path: "/admin/signing-keys/:kid/sign",
  access: "admin",
  right: "owner_settings:write",
  summary: "Sign access tokens with this key from now on",
  params: Type.Object({ kid: Type.String() }),
  query: Type.Object({
    force: Type.Optional(
      Type.Unsafe<"true">({ type: "string", enum: ["true"], description: "Though programs may not have heard of it yet" }),
    ),
  }),
  ignoresBody: true,
  reply: Type.Object({ signing_key: SigningKeyReply, ...StoredReply }),
  refuses: [404, 409, 422],
  timeoutSeconds: LONGEST_SECONDS,
  handle: async ({ params: { kid }, query, ...input }) => {
    const { times } = await momentOf(input, true);
    const outcome = await changeKeys(input, { step: "sign", kid }, (keys) => {
      if (statusOf(requireKey(keys, kid)) !== "standby") throw fail.signingKeyNotStandby();
      const known = times.get(kid);
      const until = known && signFrom(known);
      if (query.force !== "true" && until && until > input.now)
        throw fail.signingKeyNew({ values: { until: until.toISOString() } });
      return withSigner(keys, kid);
    });
    const key = requireKey(outcome.keys, kid) as Jwk;
    return { signing_key: presentKey(key, await momentOf(input, true)), ...presentStored(outcome) };
  },
});
