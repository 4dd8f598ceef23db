// The input of PUT /user, in the forms that are stored and compared.
import type { AuthConfig } from "../config.ts";
import { fail } from "../errors.ts";
import { type CodeChallenge, readChallenge } from "../flow_states/pkce.ts";
import { readChannel } from "../sms/channel.ts";
import type { SmsChannel } from "../sms/gateway.ts";
import { readEmail, readPhone } from "../users/address.ts";
import { changedUserMetadata, isTooLarge, mergeMetadata } from "../users/metadata.ts";
import type { ChangedColumns } from "../users/queries.ts";
import type { Metadata } from "../users/user.ts";
import type { Account } from "./queries_change.ts";

export interface ChangeBody {
  email?: string;
  phone?: string;
  password?: string;
  current_password?: string;
  nonce?: string;
  data?: Metadata;
  app_metadata?: Metadata;
  channel?: string;
  code_challenge?: string;
  code_challenge_method?: string;
}

export interface RequestedChanges {
  email: string | undefined;
  phone: string | undefined;
  channel: SmsChannel;
  password: string | undefined;
  currentPassword: string | undefined;
  nonce: string | undefined;
  data: Metadata | undefined;
  appMetadata: Metadata | undefined;
  challenge: CodeChallenge | undefined;
  redirectTo: string;
}

/** As at sign-up, an empty address is a field of a form that was not filled in. An empty password is none, and refused as too short. */
export function readChanges(body: ChangeBody, redirectTo: string, config: AuthConfig): RequestedChanges {
  const { password, current_password: currentPassword, nonce, data, app_metadata: appMetadata } = body;
  const email = body.email ? readEmail(body.email) : undefined;
  const phone = body.phone ? readPhone(body.phone) : undefined;
  const channel = phone === undefined ? "sms" : readChannel(body.channel, config);
  const challenge = readChallenge(body);
  return { email, phone, channel, password, currentPassword, nonce, data, appMetadata, challenge, redirectTo };
}

/** The changed fields, by their names in the request. */
export function requestedFields({ password, email, phone, data, appMetadata }: RequestedChanges): string[] {
  const requested = Object.entries({ password, email, phone, data, app_metadata: appMetadata });
  return requested.filter(([, value]) => value !== undefined).map(([name]) => name);
}

/** Applications authorize by app_metadata, so users may not write it. */
export function requireMetadataChange(
  account: Pick<Account, "role" | "aud">,
  { appMetadata }: RequestedChanges,
  config: AuthConfig,
): void {
  const isAdmin = account.role === config.jwtAdminGroupName && account.aud === config.jwtAud;
  if (appMetadata && !isAdmin) throw fail.appMetadataForbidden();
}

/** The two kinds of metadata as the asked leaves them. */
export function metadataFields(account: Account, { data, appMetadata }: RequestedChanges): ChangedColumns {
  const appAfter = mergeMetadata(account.raw_app_meta_data, appMetadata);
  if (appMetadata && isTooLarge(appAfter)) throw fail.appMetadataTooLarge();
  return {
    ...(data && { raw_user_meta_data: changedUserMetadata(account.raw_user_meta_data, data) }),
    ...(appMetadata && { raw_app_meta_data: appAfter }),
  };
}
