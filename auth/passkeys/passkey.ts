// A passkey as its owner sees it, and what has to hold before anything is done with one.
import { type Static, Type } from "typebox";
import type { AuthConfig } from "../config.ts";
import { fail } from "../errors.ts";
import type { PasskeyRow } from "./queries.ts";

export const PasskeyReply = Type.Object({
  id: Type.String({ format: "uuid" }),
  friendly_name: Type.Optional(Type.String()),
  created_at: Type.String({ format: "date-time" }),
  last_used_at: Type.Optional(Type.String({ format: "date-time" })),
});

export function presentPasskey({
  id,
  friendly_name: name,
  created_at: createdAt,
  last_used_at: used,
}: PasskeyRow): Static<typeof PasskeyReply> {
  const view = { id, friendly_name: name, created_at: createdAt.toISOString() };
  return used ? { ...view, last_used_at: used.toISOString() } : view;
}

/** Its name in the mail about an added or removed one. */
export const PASSKEY = { factor_type: "passkey" };

export function requirePasskeys({ passkeyEnabled }: Pick<AuthConfig, "passkeyEnabled">): void {
  if (!passkeyEnabled) throw fail.passkeysDisabled();
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function readPasskeyId(text: string): string {
  if (!UUID.test(text)) throw fail.passkeyUnknown();
  return text;
}

export function readCeremonyId(text: string | undefined): string {
  if (!text) throw fail.ceremonyIdMissing();
  if (!UUID.test(text)) throw fail.challengeIdInvalid();
  return text;
}

const LONGEST_NAME = 120;

export function readPasskeyName(text: string | undefined): string {
  if (!text) throw fail.passkeyNameMissing();
  if ([...text].length > LONGEST_NAME) throw fail.factorNameTooLong();
  return text;
}

/** Those that most people have; the others are simply called passkeys. */
const MAKES: Readonly<Record<string, string>> = {
  "fbfc3007-154e-4ecc-8c0b-6e020557d7bd": "iCloud Keychain",
  "ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4": "Google Password Manager",
  "adce0002-35bc-c60a-648b-0b25f1f05503": "Chrome on Mac",
  "08987058-cadc-4b81-b6e1-30de50dcbe96": "Windows Hello",
  "9ddd1817-af5a-4672-a2b9-3e3dd95000a9": "Windows Hello",
  "6028b017-b1d4-4c02-b4b3-afcdafc96bb2": "Windows Hello",
  "bada5566-a7aa-401f-bd96-45619a55120d": "1Password",
  "d548826e-79b4-db40-a3d8-11116f7e8349": "Bitwarden",
  "531126d6-e717-415c-9320-3d9aa6981239": "Dashlane",
  "53414d53-554e-4700-0000-000000000000": "Samsung Pass",
  "fdb141b2-5d84-443e-8a35-4698c205a502": "KeePassXC",
  "50726f74-6f6e-5061-7373-50726f746f6e": "Proton Pass",
};

export function nameByMake(aaguid: string): string {
  return MAKES[aaguid] ?? "Passkey";
}
