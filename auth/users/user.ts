// A user as it is stored, and as the API returns it.
import { type Static, type TSchema, type TUnsafe, Type } from "typebox";
import { FreeForm } from "../../kernel/http/documented_only.ts";
import type { IdentityJson, UserKey, UserRow } from "./columns.ts";

export type { IdentityJson, UserRow } from "./columns.ts";
export type { Metadata } from "./metadata.ts";

/** A second factor as in the answers, without what proves it. */
export interface FactorJson {
  id: string;
  created_at: string;
  updated_at: string;
  status: "unverified" | "verified";
  friendly_name: string;
  factor_type: "totp" | "phone" | "webauthn" | "recovery_code";
  phone: string | null;
  last_challenged_at: string | null;
}

export interface UserWithIdentities extends UserRow {
  identities: IdentityJson[];
  /** Null, or absent in a user who is just being made: none. */
  factors?: FactorJson[] | null;
}

/** From then on sensitive changes need a session that has proven such a factor. */
export function hasVerifiedFactor({ factors }: Pick<UserWithIdentities, "factors">): boolean {
  return (factors ?? []).some(({ status }) => status === "verified");
}

const Id = Type.String({ format: "uuid" });
const Moment = Type.String({ format: "date-time" });
/** A key that is there or not. */
const may = (schema: object) => Type.Optional(Type.Unsafe({ type: "string", ...schema }) as TUnsafe<string | undefined>);
const MayHaveHappened = may({ format: "date-time" });

const IdentityReply = Type.Object({
  identity_id: Id,
  id: Type.String({ description: "Of the person at the provider" }),
  user_id: Id,
  identity_data: FreeForm,
  provider: Type.String(),
  last_sign_in_at: MayHaveHappened,
  created_at: Moment,
  updated_at: Moment,
  email: may({}),
} satisfies Record<keyof IdentityJson, TSchema>);

export const FactorReply = Type.Object({
  id: Id,
  created_at: Moment,
  updated_at: Moment,
  status: Type.String({ description: "unverified or verified" }),
  friendly_name: may({}),
  factor_type: Type.String({ description: "totp, phone, webauthn or recovery_code" }),
  phone: Type.String({ description: "Of a phone factor; else empty" }),
  last_challenged_at: Type.Union([Moment, Type.Null()]),
});

const MayHaveFactors = Type.Unsafe<Static<typeof FactorReply>[] | undefined>(
  Type.Array(FactorReply, { description: "Second factors, where there are any" }),
);

export const UserReply = Type.Object({
  id: Id,
  aud: Type.String(),
  role: Type.String(),
  email: Type.String({ description: "Empty where there is none" }),
  email_confirmed_at: MayHaveHappened,
  invited_at: MayHaveHappened,
  phone: Type.String({ description: "Digits, without the plus sign; empty where there is none" }),
  phone_confirmed_at: MayHaveHappened,
  confirmation_sent_at: MayHaveHappened,
  confirmed_at: MayHaveHappened,
  recovery_sent_at: MayHaveHappened,
  new_email: may({ description: "Waits for its confirmation" }),
  email_change_sent_at: MayHaveHappened,
  new_phone: may({ description: "Waits for its confirmation" }),
  phone_change_sent_at: MayHaveHappened,
  reauthentication_sent_at: MayHaveHappened,
  last_sign_in_at: MayHaveHappened,
  app_metadata: FreeForm,
  user_metadata: FreeForm,
  factors: Type.Optional(MayHaveFactors),
  identities: Type.Array(IdentityReply),
  created_at: Moment,
  updated_at: Moment,
  banned_until: MayHaveHappened,
  deleted_at: MayHaveHappened,
  is_anonymous: Type.Boolean(),
} satisfies Record<UserKey, TSchema>);

export type PresentedUser = Static<typeof UserReply>;

/** What has not happened has no key in the answer, except for the address keys, which clients read as text. Keys are named one by one: to spread takes V8 much longer. */
export function presentUser(user: UserWithIdentities): PresentedUser {
  return {
    id: user.id,
    aud: user.aud,
    role: user.role,
    email: user.email ?? "",
    email_confirmed_at: user.email_confirmed_at?.toISOString(),
    invited_at: user.invited_at?.toISOString(),
    phone: user.phone ?? "",
    phone_confirmed_at: user.phone_confirmed_at?.toISOString(),
    confirmation_sent_at: user.confirmation_sent_at?.toISOString(),
    confirmed_at: user.confirmed_at?.toISOString(),
    recovery_sent_at: user.recovery_sent_at?.toISOString(),
    new_email: user.email_change ?? undefined,
    email_change_sent_at: user.email_change_sent_at?.toISOString(),
    new_phone: user.phone_change ?? undefined,
    phone_change_sent_at: user.phone_change_sent_at?.toISOString(),
    reauthentication_sent_at: user.reauthentication_sent_at?.toISOString(),
    last_sign_in_at: user.last_sign_in_at?.toISOString(),
    app_metadata: user.raw_app_meta_data,
    user_metadata: user.raw_user_meta_data,
    factors: user.factors?.length ? user.factors.map(presentFactor) : undefined,
    identities: user.identities.map(presentIdentity),
    created_at: user.created_at.toISOString(),
    updated_at: user.updated_at.toISOString(),
    banned_until: user.banned_until?.toISOString(),
    deleted_at: user.deleted_at?.toISOString(),
    is_anonymous: user.is_anonymous,
  } satisfies Record<UserKey, unknown>;
}

/** The database writes dates into JSON in its own way; in answers they look like all others. */
function presentIdentity(identity: IdentityJson): Static<typeof IdentityReply> {
  return {
    identity_id: identity.identity_id,
    id: identity.id,
    user_id: identity.user_id,
    identity_data: identity.identity_data,
    provider: identity.provider,
    last_sign_in_at: identity.last_sign_in_at ? presentMoment(identity.last_sign_in_at) : undefined,
    created_at: presentMoment(identity.created_at),
    updated_at: presentMoment(identity.updated_at),
    email: identity.email ?? undefined,
  } satisfies Record<keyof IdentityJson, unknown>;
}

export function presentFactor(factor: FactorJson): Static<typeof FactorReply> {
  const { created_at: createdAt, updated_at: updatedAt, friendly_name: name, phone, last_challenged_at: challengedAt } = factor;
  return {
    ...factor,
    created_at: presentMoment(createdAt),
    updated_at: presentMoment(updatedAt),
    friendly_name: name || undefined,
    phone: phone ?? "",
    last_challenged_at: challengedAt === null ? null : presentMoment(challengedAt),
  };
}

/** `2026-01-31T12:00:00.5+00:00` is 2026-01-31T12:00:00.500Z. */
function presentMoment(text: string): string {
  const [whole = "", fraction = ""] = text.slice(0, -"+00:00".length).split(".");
  return `${whole}.${fraction.slice(0, 3).padEnd(3, "0")}Z`;
}
