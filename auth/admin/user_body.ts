// What administrators say of a user, in the body of a request.
import { type Static, Type } from "typebox";
import { documentedOnly } from "../../kernel/http/documented_only.ts";
import type { AuthConfig } from "../config.ts";
import { fail } from "../errors.ts";
import { NewPassword } from "../passwords/rules.ts";
import { EmailField, PhoneField, readEmail, readPhone } from "../users/address.ts";
import { type BanDuration, BanDurationField, readBanDuration } from "../users/ban.ts";
import { isTooLarge, type Metadata } from "../users/metadata.ts";

const UUID = "[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}";
const IS_UUID = new RegExp(`^${UUID}$`);
const Word = Type.String({ maxLength: 255 });
const Data = Type.Record(Type.String(), Type.Unknown());

export const UserBody = Type.Object({
  id: Type.Optional(
    documentedOnly(Type.String({ description: "A UUID for the new user; made here unless given" }), { pattern: `^(${UUID})?$` }),
  ),
  aud: Type.Optional(Word),
  role: Type.Optional(Word),
  email: Type.Optional(EmailField),
  phone: Type.Optional(PhoneField),
  password: Type.Optional(NewPassword),
  password_temporary: Type.Optional(
    Type.Boolean({ description: "The password is good for one sign-in, after which the user has to choose another" }),
  ),
  password_hash: Type.Optional(Type.String({ description: "bcrypt, argon2 or Firebase scrypt, for new users" })),
  email_confirm: Type.Optional(Type.Boolean()),
  phone_confirm: Type.Optional(Type.Boolean()),
  user_metadata: Type.Optional(Data),
  app_metadata: Type.Optional(Data),
  ban_duration: Type.Optional(BanDurationField),
});

/** Of a user whose id the path says. */
export const NamedUserBody = Type.Object({
  ...UserBody.properties,
  id: Type.Optional(Type.String({ description: "Ignored; the path says it" })),
});

export type UserBody = Static<typeof UserBody>;

/** The same, read: an empty text says nothing. */
export interface UserRequest {
  role: string | undefined;
  email: string | undefined;
  phone: string | undefined;
  confirmsEmail: boolean;
  /** Takes an administrator's confirmation back. No request of the API says this. */
  withdrawsEmail?: boolean;
  confirmsPhone: boolean;
  userMetadata: Metadata;
  appMetadata: Metadata;
  ban: BanDuration | Date | undefined;
  /** The requested fields, by their names in the request. */
  fields: string[];
}

export function readUserBody(body: UserBody): UserRequest {
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

export function requireSmallMetadata(userMetadata: Metadata, appMetadata: Metadata): void {
  if (isTooLarge(userMetadata)) throw fail.metadataTooLarge();
  if (isTooLarge(appMetadata)) throw fail.appMetadataTooLarge();
}

export const isUuid = (text: string): boolean => IS_UUID.test(text);

/** The id in a path. */
export function readUserId(text: string): string {
  if (!isUuid(text)) throw fail.userIdNotUuid();
  return text.toLowerCase();
}

/** The id that a new user is to have. All zeros stand for nobody in the audit log. */
export function readNewId(text: string): string {
  if (!IS_UUID.test(text) || /^[0-]*$/.test(text)) throw fail.newIdInvalid();
  return text.toLowerCase();
}

export type UserDefaults = Pick<AuthConfig, "jwtAud" | "jwtDefaultGroupName">;
