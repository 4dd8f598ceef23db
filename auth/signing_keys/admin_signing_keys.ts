// GET, POST /admin/signing-keys and DELETE /admin/signing-keys/:kid: the keys that sign access tokens, replaced while the service runs.
//
// What is where in this slice: key_list.ts has the steps, key_times.ts what to wait for, stored_keys.ts stores them as a setting.
import { Type } from "typebox";
import { ownUrl } from "../config/own_url.ts";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { readCountingVersions } from "../settings/queries.ts";
import { makeKey, NEW_ALGORITHMS, type NewAlgorithm, requireKey, statusOf, without } from "./key_list.ts";
import { presentKey, presentKeys, presentStored, retireFrom, SigningKeyReply, StoredReply } from "./key_reply.ts";
import { changeKeys, isLocked, readMoment } from "./stored_keys.ts";

const MOST_KEYS = 10;
const LONGEST_SECONDS = 30;

export const getAdminSigningKeys = endpoint({
  method: "GET",
  path: "/admin/signing-keys",
  access: "admin",
  right: "signing_keys:read",
  summary: "The keys that verify access tokens, and which of them signs",
  reply: Type.Object({
    signing_keys: Type.Array(SigningKeyReply),
    changeable: Type.Boolean({
      description: "False: the environment of the server has JWT_KEYS, or stored settings are ignored",
    }),
    pending: Type.Union(
      [Type.Object({ version: Type.Integer(), confirm_before: Type.String({ format: "date-time" }) }), Type.Null()],
      { description: "A change of settings that waits for its confirmation: until then nothing else can be changed" },
    ),
    jwks_url: Type.String({ description: "Where the public halves are" }),
    longest_token_seconds: Type.Integer({ description: "How long an access token may be valid" }),
  }),
  handle: async (input) => {
    const { config, db } = input;
    const changeable = !isLocked(config) && config.settingsEnabled;
    const moment = await readMoment(input, changeable);
    const { pending } = await readCountingVersions(db);
    return {
      signing_keys: presentKeys(config, config.jwtKeys ?? [], moment),
      changeable,
      pending: pending ? { version: pending.version, confirm_before: pending.confirmBefore.toISOString() } : null,
      jwks_url: ownUrl(config, "/.well-known/jwks.json"),
      longest_token_seconds: moment.longestSeconds,
    };
  },
});

export const postAdminSigningKeys = endpoint({
  method: "POST",
  path: "/admin/signing-keys",
  access: "admin",
  right: "owner_settings:write",
  summary: "Make a signing key, which verifies and is published, and does not sign yet",
  body: Type.Object({
    algorithm: Type.Optional(
      Type.Unsafe<NewAlgorithm>({ type: "string", enum: [...NEW_ALGORITHMS], description: "ES256 unless given" }),
    ),
  }),
  status: 201,
  reply: Type.Object({ signing_key: SigningKeyReply, ...StoredReply }),
  refuses: [409, 422],
  timeoutSeconds: LONGEST_SECONDS,
  handle: async ({ body: { algorithm = "ES256" }, ...input }) => {
    const { config } = input;
    const variable = config.variableOf("jwtValidMethods");
    if (config.jwtValidMethods && !config.jwtValidMethods.includes(algorithm))
      throw fail.signingKeyAlgorithm({ values: { variable, algorithm } });
    const key = await makeKey(algorithm);
    const outcome = await changeKeys(input, { step: "add", kid: key.kid }, (keys) => {
      if (keys.length >= MOST_KEYS) throw fail.signingKeysTooMany({ values: { most: MOST_KEYS } });
      return [...keys, key];
    });
    return { signing_key: presentKey(key, await readMoment(input, true)), ...presentStored(outcome) };
  },
});

export const deleteAdminSigningKey = endpoint({
  method: "DELETE",
  path: "/admin/signing-keys/:kid",
  access: "admin",
  right: "owner_settings:write",
  summary: "Retire a signing key: tokens that it signed are refused from now on",
  params: Type.Object({ kid: Type.String() }),
  query: Type.Object({
    force: Type.Optional(
      Type.Unsafe<"true">({ type: "string", enum: ["true"], description: "Though tokens that it signed may still be valid" }),
    ),
  }),
  ignoresBody: true,
  reply: Type.Object(StoredReply),
  refuses: [404, 409, 422],
  timeoutSeconds: LONGEST_SECONDS,
  handle: async ({ params: { kid }, query, ...input }) => {
    const { times, longestSeconds } = await readMoment(input, true);
    const outcome = await changeKeys(input, { step: "retire", kid }, (keys) => {
      if (statusOf(requireKey(keys, kid)) === "in_use") throw fail.signingKeyInUse();
      const own = times.get(kid);
      const until = own && retireFrom(own, longestSeconds);
      if (query.force !== "true" && until && until > input.now)
        throw fail.signingKeyTokensValid({ values: { until: until.toISOString() } });
      return without(keys, kid);
    });
    return presentStored(outcome);
  },
});
