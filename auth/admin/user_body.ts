// What administrators say of a user, in the body of a request.
import { type Static, Type } from "typebox";
import type { AuthConfig } from "../config.ts";
import { fail } from "../errors.ts";
import { readEmail, readPhone } from "../users/address.ts";
import { type BanDuration, readBanDuration } from "../users/ban.ts";
import { isTooLarge, type Metadata } from "../users/metadata.ts";

const Word = Type.String({ maxLength: 255 });
const Data = Type.Record(Type.String(), Type.Unknown());

export const UserBody = Type.Object({
  id: Type.Optional(Type.String({ description: "A UUID for the new user; made here unless given" })),
  aud: Type.Optional(Word),
  role: Type.Optional(Word),
  email: Type.Optional(Type.String()),
  phone: Type.Optional(Type.String({ description: "E.164, with or without the plus sign" })),
  password: Type.Optional(Type.String()),
  password_hash: Type.Optional(Type.String({ description: "bcrypt, argon2 or Firebase scrypt, for new users" })),
  email_confirm: Type.Optional(Type.Boolean()),
  phone_confirm: Type.Optional(Type.Boolean()),
  user_metadata: Type.Optional(Data),
  app_metadata: Type.Optional(Data),
  ban_duration: Type.Optional(Type.String({ description: "Such as 24h or 1h30m; none lifts a ban" })),
});

export type UserBody = Static<typeof UserBody>;

/** The same, read: an empty text says nothing. */
export interface UserWish {
  role: string | undefined;
  email: string | undefined;
  phone: string | undefined;
  confirmsEmail: boolean;
  confirmsPhone: boolean;
  userMetadata: Metadata;
  appMetadata: Metadata;
  ban: BanDuration | undefined;
  /** What is asked for, by the names in the request. */
  fields: string[];
}

export function readUserBody(body: UserBody): UserWish {
  return {
    role: body.role || undefined,
    email: body.email ? readEmail(body.email) : undefined,
    phone: body.phone ? readPhone(body.phone) : undefined,
    confirmsEmail: body.email_confirm === true,
    confirmsPhone: body.phone_confirm === true,
    userMetadata: body.user_metadata ?? {},
    appMetadata: body.app_metadata ?? {},
    ban: body.ban_duration ? readBanDuration(body.ban_duration) : undefined,
    fields: (Object.keys(UserBody.properties) as (keyof UserBody)[]).filter((name) => Boolean(body[name])),
  };
}

export function demandSmallMetadata(userMetadata: Metadata, appMetadata: Metadata): void {
  if (isTooLarge(userMetadata)) throw fail.metadataTooLarge();
  if (isTooLarge(appMetadata)) throw fail.appMetadataTooLarge();
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The id in a path. */
export function readUserId(text: string): string {
  if (!UUID.test(text)) throw fail.userIdNotUuid();
  return text.toLowerCase();
}

/** The id that a new user is to have. All zeros stand for nobody in the audit log. */
export function readNewId(text: string): string {
  if (!UUID.test(text) || /^[0-]*$/.test(text)) throw fail.newIdInvalid();
  return text.toLowerCase();
}

export type UserDefaults = Pick<AuthConfig, "jwtAud" | "jwtDefaultGroupName">;
