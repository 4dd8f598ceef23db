// Accounts in a file of Cofre itself (POST /admin/users/export): a JSON object a line. In a line that somebody wrote, an address is enough.
import type { Metadata } from "../users/user.ts";
import {
  type Batch,
  inBatches,
  type MovedFactor,
  type MovedIdentity,
  type MovedPasskey,
  type Skipped,
  type SourceAccount,
  uuidOf,
} from "./account.ts";
import { flag, identityOf, objectOf } from "./export_values.ts";

type Row = Record<string, unknown>;

export interface CofreUser {
  id?: string;
  email?: string | null;
  phone?: string | null;
  password_hash?: string | null;
  email_confirmed_at?: string | null;
  phone_confirmed_at?: string | null;
  invited_at?: string | null;
  last_sign_in_at?: string | null;
  banned_until?: string | null;
  created_at?: string;
  updated_at?: string;
  app_metadata?: Metadata;
  user_metadata?: Metadata;
  is_anonymous?: boolean;
  identities?: Row[];
  factors?: Row[];
  passkeys?: Row[];
}

export function readCofre(users: AsyncIterable<CofreUser>, now: Date): AsyncIterable<Batch> {
  return inBatches(users, (user) => readCofreUser(user, now));
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function readCofreUser(user: CofreUser, now: Date): { source: SourceAccount; left: Skipped[] } {
  const [email, phone] = [text(user.email), text(user.phone)];
  const id = idOf(user, email ?? phone);
  const left: Skipped[] = [];
  const leave = (why: string) => void left.push({ id, why });
  const created = moment(user.created_at) ?? now.toISOString();
  const wanted = { name: "is_anonymous", absent: false, otherwise: false, taken: "as a user with a name" };
  return {
    source: {
      id,
      email,
      phone,
      encryptedPassword: text(user.password_hash),
      emailConfirmedAt: moment(user.email_confirmed_at),
      phoneConfirmedAt: moment(user.phone_confirmed_at),
      invitedAt: moment(user.invited_at),
      lastSignInAt: moment(user.last_sign_in_at),
      bannedUntil: bannedUntil(user.banned_until, leave),
      createdAt: created,
      updatedAt: moment(user.updated_at) ?? created,
      appMetadata: objectOf(user.app_metadata),
      userMetadata: objectOf(user.user_metadata),
      isAnonymous: flag(user.is_anonymous, wanted, leave),
      identities: rowsOf(user.identities).flatMap((row) => identitiesOf(row, id, leave)),
      factors: rowsOf(user.factors).flatMap((row) => factorsOf(row, leave)),
      passkeys: rowsOf(user.passkeys).flatMap((row) => passkeysOf(row, leave)),
    },
    left,
  };
}

/** The same in every run. */
function idOf({ id }: CofreUser, address: string | null): string {
  if (typeof id === "string" && UUID.test(id)) return id.toLowerCase();
  if ((id ?? "") !== "" || address === null) throw new Error("no id");
  return uuidOf(`cofre ${address.toLowerCase()}`);
}

type Leave = (why: string) => void;

/** Somebody who may be banned stays banned. */
function bannedUntil(value: unknown, leave: Leave): string | null {
  if ((value ?? "") === "") return null;
  const until = moment(value);
  if (until === null) leave("taken as banned, because its banned_until is no moment");
  return until ?? LATEST;
}

/** Those of an address belong to the account itself; others are checked like those of other servers. */
function identitiesOf(row: Row, userId: string, leave: Leave): MovedIdentity[] {
  const { provider, provider_id: subject } = row;
  const [data, lastSignInAt] = [objectOf(row.identity_data), moment(row.last_sign_in_at)];
  const id = typeof row.id === "string" && UUID.test(row.id) ? row.id.toLowerCase() : undefined;
  if ((provider === "email" || provider === "phone") && subject === userId)
    return [{ id: id ?? uuidOf(`identity of ${provider} of ${userId}`), provider, providerId: userId, data, lastSignInAt }];
  const name = typeof provider === "string" && PROVIDER.test(provider) ? provider : undefined;
  const taken = identityOf({ name: provider, provider: name, subject, data, lastSignInAt }, leave);
  return taken.map((identity) => ({ ...identity, ...(id && { id }) }));
}

const PROVIDER = /^[a-z0-9_:.-]{1,100}$/;
const BASE32 = /^[A-Z2-7]{16,128}$/;
const DIGITS = /^[0-9]{5,20}$/;
const BASE64URL = /^[\w-]{1,8000}$/;

function factorsOf(row: Row, leave: Leave): MovedFactor[] {
  const { id, factor_type: type, secret, phone } = row;
  const name = (text(row.friendly_name) ?? "").slice(0, 120);
  if (typeof id === "string" && UUID.test(id)) {
    const facts = { id: id.toLowerCase(), name };
    if (type === "totp" && BASE32.test(String(secret))) return [{ ...facts, type, secret: String(secret), phone: null }];
    if (type === "phone" && DIGITS.test(String(phone))) return [{ ...facts, type, secret: null, phone: String(phone) }];
    const credential = type === "webauthn" ? credentialOf(objectOf(row.credential)) : undefined;
    if (credential) return [{ ...facts, type: "webauthn", secret: null, phone: null, credential }];
  }
  leave("taken without a factor that cannot be read");
  return [];
}

function credentialOf(row: Row) {
  const { id, publicKey, counter, deviceType, backedUp } = row;
  const aaguid = UUID.test(String(row.aaguid)) ? String(row.aaguid) : undefined;
  if (!BASE64URL.test(String(id)) || !BASE64URL.test(String(publicKey)) || !aaguid) return undefined;
  const facts = { deviceType: deviceType === "multiDevice" ? "multiDevice" : "singleDevice", backedUp: backedUp === true };
  return { id, publicKey, aaguid, counter: counterOf(counter), transports: wordsOf(row.transports), ...facts };
}

function passkeysOf(row: Row, leave: Leave): MovedPasskey[] {
  const {
    id,
    credential_id: name,
    public_key: publicKey,
    sign_count: counter,
    device_type: deviceType,
    backed_up: backedUp,
  } = row;
  const credential = credentialOf({ ...row, id: name, publicKey, counter, deviceType, backedUp });
  if (credential === undefined || !UUID.test(String(id))) {
    leave("taken without a passkey that cannot be read");
    return [];
  }
  const { id: credentialId, counter: signCount, publicKey: key, ...others } = credential;
  const facts = { id: String(id).toLowerCase(), credentialId: String(credentialId), publicKey: String(key), signCount };
  return [{ ...facts, ...others, name: (text(row.friendly_name) ?? "").slice(0, 120) }];
}

const rowsOf = (value: unknown): Row[] => (Array.isArray(value) ? value : []).map(objectOf);
const counterOf = (value: unknown) => (Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : 0);
const wordsOf = (value: unknown) =>
  (Array.isArray(value) ? value : []).filter((each) => typeof each === "string" && /^[a-z-]{1,20}$/.test(each)) as string[];

/** What both JavaScript and PostgreSQL can write. */
const LATEST = "9999-12-31T00:00:00.000Z";

function moment(value: unknown): string | null {
  const time = typeof value === "string" ? Date.parse(value) : Number.NaN;
  return time >= 0 && time <= Date.parse(LATEST) ? new Date(time).toISOString() : null;
}

function text(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}
