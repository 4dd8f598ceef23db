// Accounts in the export of a Keycloak realm (`kc.sh export --users realm_file`).
import { toBase32 } from "../factors/totp.ts";
import { type Batch, bannedForGood, inBatches, type MovedFactor, type Skipped, type SourceAccount, uuidOf } from "./account.ts";
import { flag, identityOf, isConfirmed } from "./export_values.ts";

interface KeycloakCredential {
  id?: string;
  type: string;
  userLabel?: string;
  /** JSON in a string, both. */
  secretData?: string;
  credentialData?: string;
}

export interface KeycloakUser {
  id: string;
  username?: string;
  email?: string;
  emailVerified?: boolean;
  enabled?: boolean;
  firstName?: string;
  lastName?: string;
  createdTimestamp?: number;
  attributes?: Record<string, string[]>;
  credentials?: KeycloakCredential[];
  federatedIdentities?: { identityProvider: string; userId: string; userName?: string }[];
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function readKeycloak(users: readonly KeycloakUser[], now: Date): AsyncIterable<Batch> {
  return inBatches(users, (user) => readKeycloakUser(user, now));
}

export function readKeycloakUser(user: KeycloakUser, now: Date): { source: SourceAccount; left: Skipped[] } {
  if (typeof user.id !== "string") throw new Error("no id");
  const id = UUID.test(user.id) ? user.id.toLowerCase() : uuidOf(`keycloak ${user.id}`);
  const created = new Date(user.createdTimestamp ?? now).toISOString();
  const credentials = user.credentials ?? [];
  const left: Skipped[] = [];
  const leave = (why: string) => void left.push({ id, why });
  const password = credentials.find(({ type }) => type === "password");
  const encryptedPassword = password ? (hashText(password) ?? UNKNOWN_HASH) : null;
  const factors = credentials.flatMap((credential): MovedFactor[] => {
    if (credential.type === "password") return [];
    const secret = credential.type === "otp" ? totpSecret(credential) : undefined;
    if (secret === undefined) leave(`taken without a credential of the type ${credential.type}`);
    const factorId = UUID.test(credential.id ?? "") ? (credential.id as string) : uuidOf(`keycloak otp ${id}`);
    return secret === undefined ? [] : [{ id: factorId, type: "totp", name: credential.userLabel ?? "", secret, phone: null }];
  });
  const identities = (user.federatedIdentities ?? []).flatMap(({ identityProvider: name, userId: subject, userName }) => {
    const provider = typeof name === "string" ? name : undefined;
    const data = { email: user.email, user_name: userName };
    return identityOf({ name, provider, subject, data, lastSignInAt: null }, leave);
  });
  const isEmailConfirmed = isConfirmed(user.emailVerified, "emailVerified", leave);
  const isEnabled = flag(user.enabled, { name: "enabled", absent: true, otherwise: false, taken: "as banned" }, leave);
  const name = [user.firstName, user.lastName].filter(Boolean).join(" ");
  return {
    source: {
      id,
      email: user.email ?? null,
      phone: null,
      encryptedPassword,
      emailConfirmedAt: user.email && isEmailConfirmed ? created : null,
      phoneConfirmedAt: null,
      lastSignInAt: null,
      bannedUntil: isEnabled ? null : bannedForGood(now),
      createdAt: created,
      updatedAt: created,
      appMetadata: {},
      userMetadata: { ...(name && { full_name: name }), preferred_username: user.username, ...attributesOf(user) },
      identities,
      factors,
    },
    left,
  };
}

/** Nothing that readers of hashes know, so that the report says that the password stayed behind. */
const UNKNOWN_HASH = "unknown";

function attributesOf({ attributes = {} }: KeycloakUser): Record<string, unknown> {
  return Object.fromEntries(Object.entries(attributes).map(([key, values]) => [key, values.length === 1 ? values[0] : values]));
}

interface PasswordFacts {
  value?: string;
  salt?: string;
  hashIterations?: number;
  algorithm?: string;
  additionalParameters?: Record<string, string[]>;
}

function hashText({ secretData, credentialData }: KeycloakCredential): string | undefined {
  const {
    value,
    salt,
    hashIterations,
    algorithm,
    additionalParameters = {},
  }: PasswordFacts = { ...parsed(secretData), ...parsed(credentialData) };
  const digest = /^pbkdf2-(sha256|sha512)$/.exec(algorithm ?? "")?.[1];
  if (digest) return `$pbkdf2-${digest}$i=${hashIterations}$${salt}$${value}`;
  const of = (name: string) => additionalParameters[name]?.[0];
  if (algorithm !== "argon2" || of("version") !== "1.3") return undefined;
  const plain = (text = "") => text.replace(/=+$/, "");
  return `$argon2${of("type")}$v=19$m=${of("memory")},t=${hashIterations},p=${of("parallelism")}$${plain(salt)}$${plain(value)}`;
}

/** Only codes of six digits that change each 30 seconds: what all apps do, and what is checked here. */
function totpSecret({ secretData, credentialData }: KeycloakCredential): string | undefined {
  const { value } = parsed(secretData) as { value?: string };
  const kind = parsed(credentialData) as Record<string, unknown>;
  const isPlain = kind.subType === "totp" && kind.digits === 6 && kind.period === 30 && kind.algorithm === "HmacSHA1";
  if (!value || !isPlain) return undefined;
  return kind.secretEncoding === "BASE32" ? value.replace(/=+$/, "") : toBase32(Buffer.from(value, "utf8"));
}

function parsed(text = "{}"): object {
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === "object" ? value : {};
  } catch {
    return {};
  }
}
