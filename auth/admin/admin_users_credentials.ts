// GET /admin/users/:id/credentials: whether a user has a password and recovery codes, and how the password is stored. Never the hash itself.
import { Type } from "typebox";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { describeHash } from "../passwords/describe_hash.ts";
import { isTemporary } from "../passwords/temporary.ts";
import { findCredentials } from "./queries_credentials.ts";
import { readUserId } from "./user_body.ts";

const Moment = Type.String({ format: "date-time" });

export const getAdminUserCredentials = endpoint({
  method: "GET",
  path: "/admin/users/:id/credentials",
  access: "admin",
  right: "users:read",
  summary: "What a user signs in with, without the secrets",
  params: Type.Object({ id: Type.String() }),
  reply: Type.Object({
    has_password: Type.Boolean(),
    is_temporary: Type.Boolean({ description: "Whether the password is good for one sign-in only" }),
    hash: Type.Union([Type.String(), Type.Null()], {
      description: "Algorithm and parameters, such as argon2id, m=19456 KiB t=2 p=1",
    }),
    password_changed_at: Type.Union([Moment, Type.Null()], { description: "Null where no change is noted" }),
    has_recovery_codes: Type.Boolean({ description: "Whether one is left" }),
  }),
  handle: async ({ params, db }) => {
    const credentials = await findCredentials(db, readUserId(params.id));
    if (!credentials) throw fail.userUnknown();
    const { encrypted_password: password, password_changed_at: changedAt, has_recovery_codes: hasCodes } = credentials;
    return {
      has_password: password !== null,
      is_temporary: isTemporary(password),
      hash: password === null ? null : describeHash(password),
      password_changed_at: changedAt?.toISOString() ?? null,
      has_recovery_codes: hasCodes,
    };
  },
});
