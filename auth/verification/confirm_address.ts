// Confirms the address that a token was sent to, and lets its owner in.
import type { Database, Db } from "../../kernel/sql/database.ts";
import { accountAct } from "../audit/account_act.ts";
import { notifyOfDevice } from "../sessions/queries_devices.ts";
import { type Confirmation, confirmForCode, confirmForSession, type OwnedToken } from "./queries.ts";
import type { Outcome, Redemption } from "./redemption.ts";
import { loginTrait, signInColumns } from "./start_session.ts";
import { isPhoneType } from "./types.ts";

/** Undefined, and nothing has happened, if the account has changed since it was read. */
export async function confirmAddress(db: Database, token: OwnedToken, redemption: Redemption): Promise<Outcome | undefined> {
  const { ending } = redemption;
  // The mail about a new device is written with the session, or neither is.
  const mayTell = "session" in ending && ending.session.device !== undefined;
  return mayTell ? db.transaction((tx) => confirmIn(tx, token, redemption)) : confirmIn(db, token, redemption);
}

/** Where a transaction is open already. */
export async function confirmIn(db: Db, token: OwnedToken, redemption: Redemption): Promise<Outcome | undefined> {
  const { ending } = redemption;
  const confirmation = confirmationOf(token, redemption);
  if ("authCodeHash" in ending)
    return (await confirmForCode(db, token, confirmation, ending.authCodeHash)) ? "code issued" : undefined;
  const signedIn = await confirmForSession(db, token, confirmation, ending.session);
  if (signedIn?.is_new_device) await notifyOfDevice(db, signedIn.id, ending.session);
  return signedIn;
}

function confirmationOf(token: OwnedToken, redemption: Redemption): Confirmation {
  const { proof, ending, tries, now } = redemption;
  const channel = isPhoneType(proof.type) ? "phone" : "email";
  const confirmedAt = token[`${channel}_confirmed_at`];
  const traits = { confirmed: channel, ...loginTrait(redemption) };
  const login = "session" in ending ? accountAct("login", redemption) : undefined;
  return {
    changes: {
      [`${channel}_confirmed_at`]: confirmedAt ?? now,
      encrypted_password: passwordAfter(token, redemption),
      is_anonymous: false,
      ...signInColumns(redemption),
    },
    added: { raw_user_meta_data: { [`${channel}_verified`]: true } },
    address: channel === "email" ? { email: token.relates_to } : { phone: token.relates_to },
    entry: confirmedAt === null ? accountAct("user_signedup", { ...redemption, traits }) : login,
    tries,
    now,
  };
}

/** An account that was never confirmed keeps its password only where the token is of the same sign-up. */
function passwordAfter(token: OwnedToken, { newPassword }: Redemption): string | null {
  const password = token.keeps_password || token.confirmed_at !== null ? token.encrypted_password : null;
  return password ?? newPassword ?? null;
}
