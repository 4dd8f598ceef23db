// POST /admin/signing-keys/:kid/sign: this key signs from now on. The one before verifies on, so nobody is signed out.
import { Type } from "typebox";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { requireKey, statusOf, withSigner } from "./key_list.ts";
import { presentKey, presentStored, SigningKeyReply, StoredReply, signFrom } from "./key_reply.ts";
import { changeKeys, readMoment } from "./stored_keys.ts";

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
    const { times } = await readMoment(input, true);
    const outcome = await changeKeys(input, { step: "sign", kid }, (keys) => {
      if (statusOf(requireKey(keys, kid)) !== "standby") throw fail.signingKeyNotStandby();
      const own = times.get(kid);
      const until = own && signFrom(own);
      if (query.force !== "true" && until && until > input.now)
        throw fail.signingKeyNew({ values: { until: until.toISOString() } });
      return withSigner(keys, kid);
    });
    const key = requireKey(outcome.keys, kid);
    return { signing_key: presentKey(key, await readMoment(input, true)), ...presentStored(outcome) };
  },
});
