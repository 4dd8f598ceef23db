// Copies what an adopted schema has: users with identities and sessions, a batch in a transaction, so that a run that was stopped is
// gone on with by the next; then what the database cannot copy alone.
import { Fault } from "../../kernel/errors.ts";
import type { Database } from "../../kernel/sql/database.ts";
import type { AuthConfig } from "../config.ts";
import type { ServerKeys } from "../keys/server_keys.ts";
import { hashAdoptedToken, insertAdoptedTokens } from "../sessions/queries_adopted.ts";
import type { AttributeMapping } from "../sso/attribute_mapping.ts";
import { insertProvider } from "../sso/queries.ts";
import { takeMetadata } from "../sso/take_metadata.ts";
import { derivedToken } from "./derived_token.ts";
import { NO_KEYS, openValue } from "./encrypted.ts";
import { openHashes } from "./open_hashes.ts";
import {
  analyze,
  beginAdoption,
  type Counts,
  copyUsers,
  countCustomProviders,
  countNotTaken,
  countTaken,
  derivedTokensAfter,
  finishAdoption,
  listAdoptedProviders,
  listUsersLeft,
  noteProgress,
  takeApps,
} from "./queries_copy.ts";
import { takeFactors } from "./take_factors.ts";

const BATCH = 5_000;
const FIRST = "00000000-0000-0000-0000-000000000000";

export interface CopyOptions {
  db: Database;
  theirs: string;
  version: string;
  config: Pick<AuthConfig, "samlMetadataAllowedHosts" | "dbDecryptionKeys">;
  serverKeys: Pick<ServerKeys, "factors">;
  now: () => Date;
  /** Called after each batch. */
  says?: (copied: Counts) => void;
}

export interface CopyReport {
  copied: Counts;
  /** Who or what was not taken, and why. */
  notTaken: NotTaken[];
  /** True where an earlier run has copied everything. */
  wasFinished: boolean;
}

export interface NotTaken {
  why: string;
  count: number;
  /** Some of them. */
  ids: string[];
}

const NOTHING: Counts = { users: 0, identities: 0, sessions: 0 };
const SHOWN_IDS = 5;

export async function copyAdopted(options: CopyOptions): Promise<CopyReport> {
  const { db, theirs, version, config, now } = options;
  const adoption = await beginAdoption(db, theirs, version, now());
  if (adoption.finished_at) {
    await takeSecretsOf(options);
    return { copied: adoption.copied, notTaken: [], wasFinished: true };
  }
  const notTaken = new NotTakenByReason();
  const copied: Counts = { ...NOTHING, ...adoption.copied };
  const decryptionKeys = config.dbDecryptionKeys ?? NO_KEYS;
  await copyAllUsers(options, { copied, from: adoption.copied_through ?? FIRST });
  await analyze(db);
  await takeDerivedTokens(options, notTaken);
  for (const id of await openHashes(db, decryptionKeys))
    notTaken.add("the password is encrypted with a key that is not given", id);
  const factors = await takeFactors({ ...options, decryptionKeys });
  for (const { id, why } of factors.notTaken) notTaken.add(why, id);
  await takeProviders(options, notTaken);
  await db.transaction((tx) => takeApps(tx));
  // A server that has never been started has left nothing behind.
  if (version !== "") {
    // An earlier run that was stopped may have taken some of them, and have come upon some of those that are left.
    Object.assign(copied, await countTaken(db, theirs));
    for (const id of await listUsersLeft(db, theirs)) notTaken.add("somebody else has the same address or number", id);
    const counted = await countNotTaken(db, theirs);
    notTaken.count("links and codes that are out: they have to be asked for again", counted.open_links);
    notTaken.count("sessions of apps: their users let them in again", counted.sessions_of_apps);
    notTaken.count("second factors that were never verified", counted.unverified_factors);
    notTaken.count("refresh tokens that belong to no session: their users sign in again", counted.tokens_without_session);
    notTaken.count("custom providers: they have to be set up again", await countCustomProviders(db, theirs));
    notTaken.count("hashes of passwords that nobody can verify: their users recover the password", counted.unknown_hashes);
  }
  await finishAdoption(db, theirs, copied, now());
  return { copied, notTaken: notTaken.list(), wasFinished: false };
}

/** The other server may have been back meanwhile. Triggers take over what it writes, but for what is encrypted here or there. */
async function takeSecretsOf(options: CopyOptions): Promise<void> {
  const decryptionKeys = options.config.dbDecryptionKeys ?? NO_KEYS;
  await takeFactors({ ...options, decryptionKeys });
  await openHashes(options.db, decryptionKeys);
}

interface Progress {
  copied: Counts;
  from: string;
}

async function copyAllUsers({ db, theirs, says }: CopyOptions, { copied, from }: Progress): Promise<void> {
  for (let after = from; ; ) {
    const batch = await db.transaction(async (tx) => {
      const taken = await copyUsers(tx, after, BATCH);
      if (taken) {
        for (const key of ["users", "identities", "sessions"] as const) copied[key] = (copied[key] ?? 0) + taken[key];
        await noteProgress(tx, theirs, taken.last, copied);
      }
      return taken;
    });
    if (!batch) return;
    after = batch.last;
    says?.(copied);
  }
}

/** The newest token of each session, and the one before, which that server takes from a client that did not get the answer. */
async function takeDerivedTokens({ db, theirs, config }: CopyOptions, notTaken: NotTakenByReason): Promise<void> {
  for (let after = FIRST; ; ) {
    const sessions = await derivedTokensAfter(db, theirs, after, BATCH);
    const last = sessions.at(-1);
    if (!last) return;
    after = last.id;
    const tokens = sessions.flatMap(({ id, hmac_key: sealed, counter }) => {
      const key = openValue(sealed, id, config.dbDecryptionKeys ?? NO_KEYS);
      if (key === undefined) {
        notTaken.add("the key of a session is encrypted with a key that is not given", id);
        return [];
      }
      return [counter, counter - 1]
        .filter((each) => each >= 0)
        .map((each) => ({ hash: hashAdoptedToken(derivedToken(id, each, Buffer.from(key, "base64url"))), sessionId: id }));
    });
    await insertAdoptedTokens(db, tokens);
  }
}

async function takeProviders({ db, theirs, version, config, now }: CopyOptions, notTaken: NotTakenByReason): Promise<void> {
  if (version === "") return;
  for (const provider of await listAdoptedProviders(db, theirs)) {
    try {
      const metadata = await takeMetadata({ xml: provider.metadata_xml }, config, now());
      const dueAt = provider.metadata_url === null ? null : now();
      await db.transaction((tx) =>
        insertProvider(tx, {
          id: provider.id,
          resourceId: provider.resource_id,
          disabled: provider.disabled,
          allowIdpInitiated: false,
          metadata: { ...metadata, url: provider.metadata_url, dueAt },
          attributeMapping: (provider.attribute_mapping ?? {}) as AttributeMapping,
          nameIdFormat: provider.name_id_format,
          domains: provider.domains,
          now: now(),
        }),
      );
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      notTaken.add(`an SSO provider: ${error.message}`, provider.id);
    }
  }
}

/** Counts, and the first few ids. */
class NotTakenByReason {
  readonly #byReason = new Map<string, NotTaken>();

  add(why: string, id: string): void {
    const notTaken = this.#of(why);
    notTaken.count++;
    if (notTaken.ids.length < SHOWN_IDS) notTaken.ids.push(id);
  }

  count(why: string, count: number): void {
    if (count > 0) this.#of(why).count += count;
  }

  list(): NotTaken[] {
    return [...this.#byReason.values()];
  }

  #of(why: string): NotTaken {
    const notTaken = this.#byReason.get(why) ?? { why, count: 0, ids: [] };
    this.#byReason.set(why, notTaken);
    return notTaken;
  }
}
