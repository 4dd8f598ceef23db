// Adds a factor to the account of the signed-in user. It counts for nothing until it has been verified.
import { randomUUID } from "node:crypto";
import { seal } from "../../kernel/seal.ts";
import type { Db } from "../../kernel/sql/database.ts";
import { requireFullProof } from "../account/caller.ts";
import { actOf } from "../audit/act.ts";
import { logAct } from "../audit/log_act.ts";
import { fail } from "../errors.ts";
import { readPhone } from "../users/address.ts";
import type { FactorJson, UserWithIdentities } from "../users/user.ts";
import { type ChallengedType, readFactorType, readFriendlyName, requireEnrollable } from "./factor.ts";
import { type FactorInput, lockOwner } from "./owner.ts";
import { qrCodeSvg } from "./qr_code.ts";
import { deleteFactors, insertFactor } from "./queries.ts";
import { tellSecret } from "./queries_adopted.ts";
import { makeSecret, otpauthUri } from "./totp.ts";

export interface EnrollBody {
  factor_type?: string;
  friendly_name?: string;
  issuer?: string;
  phone?: string;
}

export async function enrollFactor(input: FactorInput<EnrollBody>) {
  const { body, config, serverKeys, db, now } = input;
  const name = readFriendlyName(body.friendly_name ?? "");
  const id = randomUUID();
  const secret = makeSecret();
  const { type, phone, owner } = await db.transaction(async (tx) => {
    const owner = await lockOwner(tx, input);
    const type = readFactorType(body.factor_type);
    requireEnrollable(type, config);
    const phone = type === "phone" ? readFactorPhone(body.phone) : null;
    await requireRoom(tx, owner, { type, name, phone }, input);
    requireFullProof(owner, fail.enrollNeedsAal2);
    const sealedSecret = type === "totp" ? seal(serverKeys.factors, secret, id) : null;
    await Promise.all([
      insertFactor(tx, { id, userId: owner.id, type, status: "unverified", name, phone, sealedSecret, now }),
      ...(type === "totp" ? [tellSecret(tx, config, { id, secret })] : []),
      logAct(tx, actOf(input), { action: "factor_in_progress", actor: owner, traits: { factor_id: id, factor_type: type } }),
    ]);
    return { type, phone, owner };
  });
  const answer = { id, type, friendly_name: name };
  if (type === "webauthn") return answer;
  if (type === "phone") return { ...answer, phone: phone ?? "" };
  const uri = otpauthUri(
    secret,
    body.issuer || URL.parse(config.siteUrl)?.hostname || config.siteUrl,
    owner.email ?? owner.phone ?? owner.id,
  );
  return { ...answer, totp: { qr_code: qrCodeSvg(uri), secret, uri } };
}

function readFactorPhone(text: string | undefined): string {
  if (!text) throw fail.factorPhoneMissing();
  return readPhone(text);
}

interface NewFactorLimits {
  type: ChallengedType;
  name: string;
  phone: string | null;
}

/** In the order of Supabase Auth. Factors that were never verified are removed after a while. */
async function requireRoom(
  tx: Db,
  owner: UserWithIdentities,
  limits: NewFactorLimits,
  { config, now }: FactorInput,
): Promise<void> {
  const all = owner.factors ?? [];
  const expired = new Date(now.getTime() - config.mfaFactorExpirySeconds * 1000);
  const goes = (factor: FactorJson) =>
    factor.status === "unverified" &&
    (new Date(factor.created_at) < expired || (limits.phone !== null && factor.phone === limits.phone));
  const remaining = all.filter((factor) => !goes(factor));
  if (remaining.some(({ friendly_name: name }) => name === limits.name))
    throw fail.factorNameTaken({ values: { name: limits.name } });
  const counted = remaining.filter(({ factor_type: type }) => type !== "recovery_code");
  const verified = counted.filter(({ status }) => status === "verified");
  if (counted.length >= config.mfaMaxEnrolledFactors || verified.length >= config.mfaMaxVerifiedFactors)
    throw fail.factorsTooMany();
  if (limits.phone !== null && verified.some(({ phone }) => phone === limits.phone)) throw fail.factorPhoneVerified();
  if (remaining.length < all.length)
    await deleteFactors(
      tx,
      owner.id,
      all.filter(goes).map(({ id }) => id),
    );
}
