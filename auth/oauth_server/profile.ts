// What an app learns of the user, by scope.
import type { UserRow } from "../users/user.ts";
import { isWebLink } from "../users/web_link.ts";

export interface Profile {
  email?: string;
  email_verified?: boolean;
  phone_number?: string;
  phone_number_verified?: boolean;
  name?: string;
  picture?: string;
  preferred_username?: string;
  updated_at?: number;
}

/** False where the address came by providers that did not verify it, and was confirmed by MAILER_AUTOCONFIRM alone. */
export type ProfiledUser = UserRow & { is_email_vouched_for: boolean };

export function profileOf(user: ProfiledUser, scopes: readonly string[]): Profile {
  const { raw_user_meta_data: metadata } = user;
  const values = (...names: string[]) => names.map((name) => metadata[name]);
  const text = (...names: string[]) => values(...names).find((each): each is string => typeof each === "string" && each !== "");
  const username = text("preferred_username", "user_name") ?? fallbackUsername(user);
  return {
    ...(scopes.includes("email") &&
      user.email && { email: user.email, email_verified: user.email_confirmed_at !== null && user.is_email_vouched_for }),
    ...(scopes.includes("phone") &&
      user.phone && { phone_number: `+${user.phone}`, phone_number_verified: user.phone_confirmed_at !== null }),
    ...(scopes.includes("profile") && {
      name: text("name", "full_name") ?? username,
      // Users write it themselves, and apps put it into their pages.
      ...withName("picture", values("picture", "avatar_url").find(isWebLink)),
      preferred_username: username,
      updated_at: Math.floor(user.updated_at.getTime() / 1000),
    }),
  };
}

/** Some apps require a name. A phone number is not used as one: only the scope `phone` gives it. */
function fallbackUsername({ id, email }: Pick<UserRow, "id" | "email">): string {
  return email ? email.slice(0, email.lastIndexOf("@")) : `user-${id.slice(0, 8)}`;
}

function withName(name: string, value: unknown): object {
  return value === undefined ? {} : { [name]: value };
}
