// Gives an account its pending address. Where both the old and the new address confirm, only the last token changes the account.
// Fails with a unique violation if another account has taken the address.
import { randomUUID } from "node:crypto";
import type { Db } from "../../kernel/sql/database.ts";
import { logAct } from "../audit/log_act.ts";
import { putAddressIdentity } from "../identities/queries.ts";
import { deleteToken, hasOtherToken } from "../one_time_tokens/queries.ts";
import { emailChanged, notify, phoneChanged } from "../outbox/notify.ts";
import { withProvider } from "../users/metadata.ts";
import { updateUser } from "../users/queries.ts";
import { noteChanges } from "../users/queries_changes.ts";
import type { OwnedToken } from "./queries.ts";
import type { Outcome, Redemption } from "./redemption.ts";
import { loginTrait, signInColumns, startSession } from "./start_session.ts";
import { isPhoneType } from "./types.ts";

/** `owner`: the token, and the row of its owner, who is locked. */
export async function changeAddress(tx: Db, owner: OwnedToken, redemption: Redemption): Promise<Outcome> {
  const { proof, now } = redemption;
  const { id } = owner;
  if (await hasOtherToken(tx, owner, proof.choice.kinds)) {
    const traits = { confirmed: "one of two" };
    await Promise.all([deleteToken(tx, owner), logAct(tx, redemption, { action: "user_modified", actor: owner, traits })]);
    return "halfway";
  }
  const channel = isPhoneType(proof.type) ? "phone" : "email";
  const address = owner[`${channel}_change`];
  const facts = { [channel]: address, [`${channel}_verified`]: true };
  const columns = {
    [channel]: address,
    [`${channel}_change`]: null,
    [`${channel}_confirmed_at`]: channel === "email" ? (owner.email_confirmed_at ?? now) : now,
    is_anonymous: false,
    ...signInColumns(redemption),
  };
  const added = { raw_user_meta_data: facts, raw_app_meta_data: withProvider(owner.raw_app_meta_data, channel) };
  const identity = { id: randomUUID(), provider: channel, providerId: id, identityData: { sub: id, ...facts }, now };
  const actor = { ...owner, [channel]: address };
  const notice = channel === "email" ? emailChanged(owner.email, address ?? "") : phoneChanged(owner.phone, address ?? "");
  const writes = Promise.all([
    notify(tx, redemption.world, owner, notice),
    updateUser(tx, id, columns, { added, now }),
    putAddressIdentity(tx, id, identity),
    logAct(tx, redemption, { action: "user_modified", actor, traits: loginTrait(redemption) }),
    noteChanges(tx, id, channel === "email" ? ["email_changed"] : [], now),
  ]);
  // All of it travels together; what is sent last reads what the others have written.
  const [outcome] = await Promise.all([startSession(tx, owner, redemption), writes]);
  return outcome;
}
