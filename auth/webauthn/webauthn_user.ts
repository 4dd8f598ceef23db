// A user as authenticators show them.
import type { UserRow } from "../users/user.ts";

const LONGEST = 64;

export function webauthnUser({ id, email, phone, raw_user_meta_data: data }: UserRow) {
  const name = email || phone || id;
  const displayName = typeof data.name === "string" && data.name ? data.name.toWellFormed().slice(0, LONGEST) : name;
  return { id, name, displayName };
}
