// Signs a person in who comes from an external provider: decides which account is theirs, and writes the result.

import { randomUUID } from "node:crypto";
import type { Db } from "../../../kernel/sql/database.ts";
import { isUniqueViolation } from "../../../kernel/sql/sqlstate.ts";
import { actOf } from "../../audit/act.ts";
import type { AuditAction } from "../../audit/entry.ts";
import type { AuthInput } from "../../endpoint.ts";
import { fail } from "../../errors.ts";
import { afterUserCreated, beforeUserCreated } from "../../hooks/user_created.ts";
import { languageOf } from "../../mail/language.ts";
import { notify } from "../../outbox/notify.ts";
import type { SignedIn } from "../../sessions/session.ts";
import type { NewSession } from "../../sessions/session_row.ts";
import { insertUser, type NewUser, NOTHING_YET } from "../../users/queries.ts";
import type { Metadata } from "../../users/user.ts";
import { appMetadataOf, identityDataOf, userMetadataOf } from "./account_row.ts";
import { askByMail } from "./ask_by_mail.ts";
import { type Candidate, type Decision, decide, type Person } from "./link.ts";
import type { ProviderSignIn } from "./provider_sign_in.ts";
import { findCandidates, lockCandidates, type Search } from "./queries.ts";
import { writeSignIn } from "./write_sign_in.ts";

const ATTEMPTS = 5;

export function signInWithProvider(
  input: AuthInput<unknown>,
  arrival: ProviderSignIn & { ending: { session: NewSession } },
): Promise<SignedIn>;
/** With a code no session is opened yet. */
export function signInWithProvider(input: AuthInput<unknown>, arrival: ProviderSignIn): Promise<SignedIn | undefined>;
export async function signInWithProvider(input: AuthInput<unknown>, arrival: ProviderSignIn): Promise<SignedIn | undefined> {
  let mayCreate = input.hooks.beforeUserCreated === undefined;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    try {
      mayCreate ||= await mayCreateByHook(input, arrival);
      const outcome = await input.db.transaction((tx) => signInOnce(tx, input, { ...arrival, mayCreate }));
      if (outcome === "again") continue;
      if (outcome.createdId !== undefined) await afterUserCreated(input, outcome.createdId);
      // Thrown only now, because what was written stays: the mail is on its way.
      if (!outcome.letsIn) throw confirmationPending(arrival);
      return outcome.signedIn;
    } catch (error) {
      // A concurrent sign-in used the same identity or address: the next attempt finds it.
      if (!isUniqueViolation(error)) throw error;
    }
  }
  throw fail.unavailable({ headers: { "retry-after": "1" } });
}

/** The decision as of now, with nothing written. Throws if the sign-in would be refused. */
export async function previewDecision(input: AuthInput<unknown>, arrival: DecisionInput): Promise<Decision> {
  const search = searchOf(arrival, input);
  return decideFor(await findCandidates(input.db, search), search.person, arrival, input);
}

/** Whether the hook has allowed the new user. It is asked outside of the transaction. */
async function mayCreateByHook(input: AuthInput<unknown>, arrival: ProviderSignIn): Promise<boolean> {
  const decision = await previewDecision(input, arrival);
  if (decision.account) return false;
  await beforeUserCreated(input, newUser(input, decision, metadataOf(decision, arrival)), decision.asks);
  return true;
}

async function signInOnce(tx: Db, input: AuthInput<unknown>, arrival: ProviderSignIn & { mayCreate: boolean }) {
  const { config, now } = input;
  const { provider, profile } = arrival;
  const search = searchOf(arrival, input);
  const { person } = search;
  const candidates = await lockCandidates(tx, search);
  if (!candidates) return "again";
  const decision = decideFor(candidates, person, arrival, input);
  if (!decision.account && !arrival.mayCreate) return "again";
  const identityData = identityDataOf(profile);
  const metadata = metadataOf(decision, arrival);
  const user = decision.account ?? newUser(input, decision, metadata);
  if (!decision.account && !(await insertUser(tx, user as NewUser))) return "again";
  const issue = decision.asks === undefined ? undefined : await askByMail(tx, input, arrival, decision.asks, decision.asksInVain);
  const signedIn = await writeSignIn(
    tx,
    {
      ...decision,
      ...metadata,
      user,
      isNew: !decision.account,
      waitsFor: decision.asks,
      issue,
      identity: { id: randomUUID(), provider, providerId: profile.subject, identityData, now },
      ending: decision.letsIn ? arrival.ending : undefined,
      action: actionOf(decision, arrival, issue !== undefined),
      changes: [
        ...(decision.account && decision.adopts ? (["email_changed"] as const) : []),
        ...(decision.strips ? (["password_changed"] as const) : []),
      ],
    },
    { jobSchema: config.jobSchema, ...actOf(input) },
  );
  // New and unconfirmed accounts get no notice: nothing was added to an existing one.
  if (decision.account && !decision.isKnown && !decision.strips)
    await notify(tx, input, decision.account, { what: "identity_linked", variables: { provider } });
  return { letsIn: decision.letsIn, signedIn, createdId: decision.account ? undefined : user.id };
}

type DecisionInput = Pick<ProviderSignIn, "provider" | "emailOptional" | "profile" | "purpose" | "inviteHash">;

function searchOf({ provider, profile, purpose, inviteHash = null }: DecisionInput, input: AuthInput<unknown>): Search {
  const { config, now } = input;
  const person: Person = { provider, subject: profile.subject, emails: profile.emails };
  return { person, inviteHash, linking: purpose.kind === "linking" ? purpose.linking : undefined, limits: config, now };
}

function decideFor(
  candidates: readonly Candidate[],
  person: Person,
  { emailOptional, purpose }: DecisionInput,
  input: AuthInput<unknown>,
): Decision {
  const { config, now } = input;
  const rules = { ...config, emailOptional };
  return decide(candidates, person, purpose, { rules, now });
}

function metadataOf(decision: Decision, { provider, profile }: DecisionInput): { appMetadata: Metadata; userMetadata: Metadata } {
  const { subject, emails } = profile;
  return {
    appMetadata: appMetadataOf(decision, { provider, subject, emails }),
    userMetadata: userMetadataOf(decision, identityDataOf(profile)),
  };
}

function newUser(
  { config, request, now }: AuthInput<unknown>,
  { adopts }: Decision,
  metadata: ReturnType<typeof metadataOf>,
): NewUser {
  return {
    ...NOTHING_YET,
    id: randomUUID(),
    aud: config.jwtAud,
    role: config.jwtDefaultGroupName,
    ...(adopts !== undefined && { email: adopts, emailConfirmedAt: now }),
    ...metadata,
    language: languageOf(request),
    now,
  };
}

/** Of all that an arrival may be, what matters most. */
function actionOf(
  { account, isKnown, confirms, letsIn }: Decision,
  { purpose, ending }: ProviderSignIn,
  isAsked: boolean,
): AuditAction | undefined {
  const isFirst = !account || (confirms && account.confirmed_at === null);
  if (purpose.kind === "invitation") return "invite_accepted";
  if (isFirst && letsIn) return "user_signedup";
  if (account && !isKnown) return "identity_linked";
  if (isAsked) return "user_confirmation_requested";
  return letsIn && "session" in ending ? "login" : undefined;
}

function confirmationPending({ provider, purpose }: ProviderSignIn) {
  const values = { provider };
  return purpose.kind === "linking" ? fail.linkingEmailUnverified({ values }) : fail.providerEmailUnverified({ values });
}
