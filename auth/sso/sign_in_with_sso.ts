// Signs a person in by their company's identity provider. Only the provider and its subject identify the account:
// an address never leads to an account that came from elsewhere.

import { randomUUID } from "node:crypto";
import type { Db } from "../../kernel/sql/database.ts";
import { isUniqueViolation } from "../../kernel/sql/sqlstate.ts";
import { actOf } from "../audit/act.ts";
import { logAct } from "../audit/log_act.ts";
import type { AuthInput } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { codeHashOf } from "../external/flow/issued_code.ts";
import { identityDataOf, withinBounds } from "../external/linking/account_row.ts";
import { issueSsoCode } from "../flow_states/queries_sso.ts";
import { afterUserCreated, beforeUserCreated } from "../hooks/user_created.ts";
import { findIdentityOwner, insertIdentity, readUserWithIdentities, renewIdentity } from "../identities/queries.ts";
import { languageOf } from "../mail/language.ts";
import { withFragment, withQuery } from "../redirects/answer_url.ts";
import { newSession } from "../sessions/new_session.ts";
import { openSession } from "../sessions/queries.ts";
import { presentSession, type SignedIn } from "../sessions/session.ts";
import { isBanned } from "../users/ban.ts";
import { providerKeys } from "../users/metadata.ts";
import { insertUser, type LockedUser, lockUser, type NewUser, NOTHING_YET, updateUser } from "../users/queries.ts";
import { noteChanges } from "../users/queries_changes.ts";
import type { VouchedPerson } from "./attribute_mapping.ts";
import { providerName, type SsoProvider, vouchesFor } from "./provider.ts";

export interface Sending {
  redirectTo: string;
  /** Of the flow that ends with a code; undefined where the session is sent along. */
  flowId: string | undefined;
}

export interface SsoSignIn {
  provider: SsoProvider;
  person: VouchedPerson;
  sending: Sending;
  /** When the provider wants the session to end. */
  sessionEnd: Date | null;
}

const ATTEMPTS = 3;

/** Where the browser goes, and with what. */
export async function signInWithSso(input: AuthInput<unknown>, arrival: SsoSignIn): Promise<string> {
  const code = arrival.sending.flowId === undefined ? undefined : randomUUID();
  const { redirectTo } = arrival.sending;
  const signedIn = await signInAndIssue(input, arrival, code);
  if (!signedIn) return withQuery(redirectTo, { code });
  const { user: _user, ...session } = await presentSession(signedIn, input);
  return withFragment(redirectTo, { ...session, provider: providerName(arrival.provider) });
}

/** With a code no session is opened yet. */
async function signInAndIssue(
  input: AuthInput<unknown>,
  arrival: SsoSignIn,
  code: string | undefined,
): Promise<SignedIn | undefined> {
  const newcomer = newUser(input, arrival);
  let mayCreate = input.hooks.beforeUserCreated === undefined;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    try {
      mayCreate ||= await isWelcome(input, arrival, newcomer);
      const outcome = await input.db.transaction((tx) => signInOnce(tx, input, { ...arrival, newcomer, mayCreate }, code));
      if (outcome === "again") continue;
      if (outcome.isNew) await afterUserCreated(input, newcomer.id);
      return outcome.signedIn;
    } catch (error) {
      // The same person came in at the same moment: the next attempt finds them.
      if (!isUniqueViolation(error)) throw error;
    }
  }
  throw fail.unavailable({ headers: { "retry-after": "1" } });
}

/** Whether the hook has allowed the new user. It is asked outside of the transaction. */
async function isWelcome(input: AuthInput<unknown>, { provider, person }: SsoSignIn, newcomer: NewUser): Promise<boolean> {
  if ((await findIdentityOwner(input.db, providerName(provider), person.subject)) !== undefined) return false;
  if (input.config.disableSignup) throw fail.signupDisabled();
  await beforeUserCreated(input, newcomer);
  return true;
}

async function signInOnce(
  tx: Db,
  input: AuthInput<unknown>,
  { provider, person, sending, sessionEnd, newcomer, mayCreate }: SsoSignIn & { newcomer: NewUser; mayCreate: boolean },
  code: string | undefined,
): Promise<"again" | { isNew: boolean; signedIn: SignedIn | undefined }> {
  const { config, now } = input;
  const name = providerName(provider);
  const identity = {
    id: randomUUID(),
    provider: name,
    providerId: person.subject,
    identityData: identityOf(provider, person),
    now,
  };
  const existing = await lockOwner(tx, name, person.subject);
  if (!existing && config.disableSignup) throw fail.signupDisabled();
  if (!existing && !mayCreate) return "again";
  if (existing && isBanned(existing.banned_until, now)) throw fail.callerBanned();
  const id = existing?.id ?? newcomer.id;
  const isVouchedFor = vouchesFor(provider, person.email);
  if (existing) await changeUser(tx, existing, { person, isVouchedFor, identityData: identity.identityData, now });
  else await insertUser(tx, newcomer);
  const opens = code === undefined;
  const actor = { id, email: person.email, phone: existing?.phone ?? null, is_sso_user: true };
  await Promise.all([
    existing ? renewIdentity(tx, id, identity) : insertIdentity(tx, id, identity),
    ...(existing && !opens
      ? []
      : [
          logAct(tx, actOf(input), {
            action: existing ? "login" : "user_signedup",
            actor,
            traits: { provider: name, ...(!existing && { created: true }), ...(opens && !existing && { login: true }) },
          }),
        ]),
    ...(code !== undefined && sending.flowId !== undefined
      ? [issueSsoCode(tx, id, { flowId: sending.flowId, hash: codeHashOf(code), sessionNotAfter: sessionEnd }, now)]
      : []),
  ]);
  const isNew = existing === undefined;
  if (!opens) return { isNew, signedIn: undefined };
  const session = { ...newSession(input, "sso/saml"), ssoProvider: provider.id, notAfter: sessionEnd };
  const [sessionRow, row] = await Promise.all([openSession(tx, id, session), readUserWithIdentities(tx, id)]);
  return { isNew, signedIn: { ...row, ...sessionRow } };
}

function newUser({ config, request, now }: AuthInput<unknown>, { provider, person }: SsoSignIn): NewUser {
  return {
    ...NOTHING_YET,
    id: randomUUID(),
    aud: config.jwtAud,
    role: config.jwtDefaultGroupName,
    ssoEmail: person.email,
    emailConfirmedAt: vouchesFor(provider, person.email) ? now : null,
    appMetadata: { ...providerKeys([providerName(provider)]) },
    userMetadata: identityOf(provider, person),
    lastSignInAt: now,
    language: languageOf(request),
    now,
  };
}

async function lockOwner(tx: Db, provider: string, subject: string): Promise<LockedUser | undefined> {
  const owner = await findIdentityOwner(tx, provider, subject);
  return owner === undefined ? undefined : lockUser(tx, owner);
}

interface PersonFields {
  person: VouchedPerson;
  isVouchedFor: boolean;
  identityData: Readonly<Record<string, unknown>>;
  now: Date;
}

/** As their provider describes them now. */
async function changeUser(tx: Db, user: LockedUser, { person, isVouchedFor, identityData, now }: PersonFields): Promise<void> {
  const columns = {
    sso_email: person.email,
    email_confirmed_at: isVouchedFor ? (user.email_confirmed_at ?? now) : null,
    raw_user_meta_data: withinBounds(user.raw_user_meta_data, identityData),
    last_sign_in_at: now,
  };
  await updateUser(tx, user.id, columns, { now });
  await noteChanges(tx, user.id, user.email === person.email ? [] : ["email_changed"], now);
}

/** The claims stand apart, so that none of them can pass for what this service knows itself. */
function identityOf(provider: SsoProvider, { subject, email, claims }: VouchedPerson) {
  return identityDataOf({
    subject,
    emails: [{ email, verified: vouchesFor(provider, email), primary: true }],
    metadata: { iss: provider.entity_id, custom_claims: claims },
  });
}
