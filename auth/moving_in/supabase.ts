// Accounts in a schema of Supabase Auth. It is only read, in the order of ids, a batch at a time; rows come as JSON, because its
// versions differ in their columns.
import { openDatabase } from "../../kernel/sql/database.ts";
import { READ_ONLY } from "../../kernel/sql/session.ts";
import type { Metadata } from "../users/user.ts";
import {
  type Account,
  type Batch,
  bannedForGood,
  convertAccount,
  type MovedFactor,
  type MovedIdentity,
  type Skipped,
  uuidOf,
} from "./account.ts";
import { countSourceUsers, type Row, type SourceUser, sourceUsersAfter } from "./queries_supabase.ts";

const BATCH = 1_000;
const FIRST = "00000000-0000-0000-0000-000000000000";
const CONNECTIONS = 2;

/** Nobody waits for an answer, and an old server may lack an index that its successors have. */
const SETTINGS = { ...READ_ONLY, statement_timeout: "0" };

/** A role is a right, which this server gives and not the one before. */
const PLAIN_ROLE = "authenticated";

export interface SupabaseSource extends AsyncDisposable {
  count(): Promise<number>;
  batches(): AsyncIterable<Batch>;
}

export function openSupabase(url: string, schema: string): SupabaseSource {
  const db = openDatabase({ url, schema, maxConnections: CONNECTIONS, name: "cofre import supabase", settings: SETTINGS });
  return {
    count: () => countSourceUsers(db),
    batches: async function* () {
      let after = FIRST;
      for (;;) {
        const users = await sourceUsersAfter(db, after, BATCH);
        const last = users.at(-1);
        if (!last) return;
        yield batchOf(users);
        after = last.id;
      }
    },
    [Symbol.asyncDispose]: () => db.close(),
  };
}

function batchOf(users: SourceUser[]): Batch {
  const accounts: Account[] = [];
  const left: Skipped[] = [];
  for (const user of users) {
    const why = reasonToStay(user.account);
    if (why) {
      left.push({ id: user.id, why });
      continue;
    }
    const factors = user.factors.filter(({ status }) => status === "verified");
    for (const factor of factors)
      if (!takes(factor)) left.push({ id: user.id, why: `taken without a factor: ${whyNot(factor)}` });
    const role = text(user.account.role);
    if (role !== null && role !== PLAIN_ROLE) left.push({ id: user.id, why: `taken without its role ${role}` });
    const result = convertAccount(sourceAccount(user, factors.filter(takes)));
    left.push(...result.left);
    if (result.account) accounts.push(result.account);
  }
  return { accounts, left };
}

function reasonToStay(account: Row): string | undefined {
  if (account.deleted_at) return "it is deleted";
  if (account.is_sso_user) return "it signs in by single sign-on only";
  return undefined;
}

function sourceAccount({ id, account, identities }: SourceUser, factors: Row[]) {
  return {
    id,
    email: text(account.email),
    phone: text(account.phone),
    encryptedPassword: text(account.encrypted_password),
    emailConfirmedAt: moment(account.email_confirmed_at),
    phoneConfirmedAt: moment(account.phone_confirmed_at),
    invitedAt: moment(account.invited_at),
    lastSignInAt: moment(account.last_sign_in_at),
    bannedUntil: account.banned_until === "infinity" ? bannedForGood(new Date()) : moment(account.banned_until),
    createdAt: moment(account.created_at) ?? EPOCH,
    updatedAt: moment(account.updated_at) ?? moment(account.created_at) ?? EPOCH,
    appMetadata: (account.raw_app_meta_data ?? {}) as Metadata,
    userMetadata: (account.raw_user_meta_data ?? {}) as Metadata,
    isAnonymous: account.is_anonymous === true,
    identities: identities.map(identityOf),
    factors: factors.map(factorOf),
  };
}

/** Before November 2023 the id was the provider's, and there was no column of its own for that. */
function identityOf(row: Row): MovedIdentity {
  const providerId = text(row.provider_id);
  return {
    id: providerId === null ? uuidOf(`${row.provider} ${row.id}`) : String(row.id),
    provider: String(row.provider),
    providerId: providerId ?? String(row.id),
    data: (row.identity_data ?? {}) as Metadata,
    lastSignInAt: moment(row.last_sign_in_at),
  };
}

const BASE32 = /^[A-Z2-7]{16,128}=*$/;

function takes(factor: Row): boolean {
  return (
    (factor.factor_type === "totp" && BASE32.test(String(factor.secret))) || (factor.factor_type === "phone" && !!factor.phone)
  );
}

function whyNot({ factor_type: type }: Row): string {
  return type === "totp"
    ? "its secret is encrypted with a key of the old server"
    : `a security key is bound to the old server's name`;
}

function factorOf(row: Row): MovedFactor {
  const isTotp = row.factor_type === "totp";
  return {
    id: String(row.id),
    type: isTotp ? "totp" : "phone",
    name: text(row.friendly_name) ?? "",
    secret: isTotp ? String(row.secret).replace(/=+$/, "") : null,
    phone: isTotp ? null : String(row.phone),
  };
}

const EPOCH = new Date(0).toISOString();

function moment(value: unknown): string | null {
  const time = text(value);
  return time !== null && Number.isFinite(Date.parse(time)) ? time : null;
}

function text(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}
