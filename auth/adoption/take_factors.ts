// Second factors of an adopted schema. Their secrets are encrypted here, with a key that the database does not have.
import { seal } from "../../kernel/seal.ts";
import type { Database } from "../../kernel/sql/database.ts";
import { insertMovedFactors, type MovedFactorRow } from "../factors/queries_moving_in.ts";
import type { ServerKeys } from "../keys/server_keys.ts";
import { type DecryptionKeys, openValue } from "./encrypted.ts";
import { type AdoptedFactor, adoptedFactorsAfter, hearing } from "./queries_copy.ts";

const BATCH = 1_000;
const FIRST = "00000000-0000-0000-0000-000000000000";
const BASE32 = /^[A-Z2-7]{16,128}=*$/;

export interface FactorSource {
  db: Database;
  theirs: string;
  serverKeys: Pick<ServerKeys, "factors">;
  decryptionKeys: DecryptionKeys;
}

export interface TakenFactors {
  taken: number;
  notTaken: { id: string; why: string }[];
}

export async function takeFactors({ db, theirs, serverKeys, decryptionKeys }: FactorSource): Promise<TakenFactors> {
  const result: TakenFactors = { taken: 0, notTaken: [] };
  for (let after = FIRST; ; ) {
    const batch = await adoptedFactorsAfter(db, theirs, after, BATCH);
    const last = batch.at(-1);
    if (!last) return result;
    after = last.id;
    const read = batch.map((factor) => ({ factor, row: rowOf(factor, serverKeys, decryptionKeys) }));
    const rows = read.flatMap(({ row }) => (typeof row === "string" ? [] : [row]));
    const inserted = await db.transaction(async (tx) => {
      await hearing(tx);
      return new Set(await insertMovedFactors(tx, rows));
    });
    result.taken += inserted.size;
    for (const { factor, row } of read) {
      if (typeof row === "string") result.notTaken.push({ id: factor.user_id, why: row });
      else if (!inserted.has(row.id))
        result.notTaken.push({ id: factor.user_id, why: "a factor has a name that is there twice" });
    }
  }
}

/** Or why it is not taken. */
function rowOf(factor: AdoptedFactor, serverKeys: FactorSource["serverKeys"], keys: DecryptionKeys): MovedFactorRow | string {
  const { id, user_id: userId, factor_type: type, friendly_name: name, created_at: createdAt } = factor;
  const row = { id, userId, type, name: name ?? "", phone: null, sealedSecret: null, credential: null, createdAt };
  if (type === "phone") return factor.phone ? { ...row, phone: factor.phone } : "a phone factor has no number";
  if (type === "webauthn") {
    const credential = credentialOf(factor.credential);
    return credential ? { ...row, credential } : "a security key has no public key";
  }
  const secret = openValue(factor.secret ?? "", id, keys);
  if (secret === undefined) return "the secret of an authenticator app is encrypted with a key that is not given";
  if (!BASE32.test(secret)) return "an authenticator app has no secret";
  return { ...row, sealedSecret: seal(serverKeys.factors, secret.replace(/=+$/, ""), id).toString("hex") };
}

/** As the browser's key is kept there, and here. */
function credentialOf(stored: unknown): object | undefined {
  const { id, publicKey, transport, flags, authenticator } = (stored ?? {}) as Record<string, unknown> & {
    flags?: { backupEligible?: unknown; backupState?: unknown };
    authenticator?: { AAGUID?: unknown; signCount?: unknown };
  };
  if (typeof id !== "string" || typeof publicKey !== "string") return undefined;
  const url = (base64: string) => Buffer.from(base64, "base64").toString("base64url");
  const aaguid = Buffer.from(typeof authenticator?.AAGUID === "string" ? authenticator.AAGUID : "", "base64");
  return {
    id: url(id),
    publicKey: url(publicKey),
    counter: typeof authenticator?.signCount === "number" ? authenticator.signCount : 0,
    transports: Array.isArray(transport) ? transport.filter((each) => typeof each === "string") : [],
    aaguid: uuidText(aaguid.length === 16 ? aaguid : Buffer.alloc(16)),
    deviceType: flags?.backupEligible === true ? "multiDevice" : "singleDevice",
    backedUp: flags?.backupState === true,
  };
}

const uuidText = (bytes: Buffer) => bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
