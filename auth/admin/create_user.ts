// Creates and changes users as administrators ask.
import { randomUUID } from "node:crypto";
import { constraintOf, isUniqueViolation } from "../../kernel/sql/sqlstate.ts";
import type { AuthCaller, AuthInput } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { requireRight } from "../grants/administrator.ts";
import { requireOutranks } from "../grants/outrank.ts";
import { readReason } from "../grants/reason.ts";
import { findUserWithIdentities, insertIdentity, readUserWithIdentities } from "../identities/queries.ts";
import { requireStrength } from "../passwords/require_strength.ts";
import { isTooLong } from "../passwords/rules.ts";
import { problemOfHash } from "../passwords/stored.ts";
import { markTemporary } from "../passwords/temporary.ts";
import { banTrait } from "../users/ban.ts";
import { insertUser, lockUser } from "../users/queries.ts";
import { deleteOwnDeletion } from "../users/queries_deletions.ts";
import { type PresentedUser, presentUser } from "../users/user.ts";
import { adminActOf, logAdminAct } from "./admin_act.ts";
import { changedUser } from "./change_user.ts";
import { requestedUser } from "./new_user.ts";
import { findTaken } from "./queries.ts";
import { readUserBody, type UserBody, type UserRequest } from "./user_body.ts";
import { writeChangedUser } from "./write_changed_user.ts";

export type AdminInput<Body> = AuthInput<Body> & { caller: AuthCaller };

export async function createUser(input: AdminInput<UserBody>, id: string = randomUUID()): Promise<PresentedUser> {
  const { body, config, db, now } = input;
  const request = readUserBody(body);
  requireRoleFor(input, request);
  // Checked before the slow hash, and again with it.
  requestedUser(request, { id, aud: body.aud, encryptedPassword: null, config, now });
  const encryptedPassword = await newPassword(input);
  const { user, identities } = requestedUser(request, { id, aud: body.aud, encryptedPassword, config, now });
  const created = await db.transaction(async (tx) => {
    if (!(await insertUser(tx, user))) return undefined;
    const writes = [
      // Whoever deletes this account again may be an administrator, after whom nothing is erased elsewhere.
      deleteOwnDeletion(tx, id),
      ...identities.map((identity) => insertIdentity(tx, id, identity)),
      logAdminAct(tx, adminActOf(input), "user_signedup", user, { traits: { ...banTrait(user.bannedUntil), created: true } }),
    ];
    const [row] = await Promise.all([readUserWithIdentities(tx, id), ...writes]);
    return row;
  });
  if (created) return presentUser(created);
  const conflict = await findTaken(db, user);
  if (conflict.id) throw fail.userIdTaken();
  throw conflict.phone && !conflict.email ? fail.phoneExists() : fail.emailExists();
}

/** Administrators may choose any password, as weak as they like, but none that sign-in would not read. */
async function newPassword({ body, passwords }: AdminInput<UserBody>): Promise<string | null> {
  const { password, password_hash: hash } = body;
  throwIfMarkAlone(body);
  if (password && hash) throw fail.passwordTwice();
  if (hash) {
    const problem = problemOfHash(hash);
    if (problem !== undefined) throw fail.passwordHashRefused({ values: { problem } });
    return hash;
  }
  if (!password) return null;
  if (isTooLong(password)) throw fail.passwordTooLong();
  return storedPassword(await passwords.hash(password), body);
}

const storedPassword = (hash: string, { password_temporary: isOnce }: UserBody) => (isOnce === true ? markTemporary(hash) : hash);

function throwIfMarkAlone({ password, password_temporary: isOnce }: UserBody): void {
  if (isOnce === true && !password)
    throw fail.invalid({ values: { field: "password_temporary", problem: "goes with password" } });
}

export async function updateUserById(input: AdminInput<UserBody>, id: string): Promise<PresentedUser> {
  const { body, db, now, passwords } = input;
  const request = readUserBody(body);
  requireRoleFor(input, request);
  throwIfMarkAlone(body);
  if (body.password !== undefined) await requireStrength(body.password, input);
  // Hashed outside of the transaction, so that nobody waits for a lock meanwhile.
  const encryptedPassword = body.password === undefined ? undefined : storedPassword(await passwords.hash(body.password), body);
  const update = db.transaction(async (tx) => {
    // The second statement sees what transactions wrote that the first one waited for.
    const [isThere, before] = await Promise.all([lockUser(tx, id), findUserWithIdentities(tx, id)]);
    if (!isThere || !before) throw fail.userUnknown();
    await requireOutranks(tx, input.caller.administrator, id);
    await writeChangedUser(tx, id, changedUser(before, request, encryptedPassword, now), adminActOf(input));
    return readUserWithIdentities(tx, id);
  });
  const user = await update.catch((error) => {
    throw takenAddress(error) ?? error;
  });
  return presentUser(user);
}

/** Tokens of such a user are operators' tokens, with which they may do everything. */
function requireRoleFor({ caller, config, request }: AdminInput<unknown>, { role }: Pick<UserRequest, "role">): void {
  if (role !== undefined && config.jwtAdminRoles.includes(role))
    requireRight(caller.administrator, "administrators:write", readReason(request));
}

/** The unique constraints decide who gets an address, so that two concurrent requests cannot both have it. */
function takenAddress(error: unknown): Error | undefined {
  if (!isUniqueViolation(error)) return undefined;
  const constraint = constraintOf(error);
  if (constraint === "users_email_key") return fail.emailExists();
  return constraint === "users_phone_key" ? fail.phoneExists() : undefined;
}
