// What an adoption would take and leave, in lines for an operator. Nothing is changed.
import type { Database } from "../../kernel/sql/database.ts";
import type { AuthConfig } from "../config.ts";
import { NO_KEYS } from "./encrypted.ts";
import { listUnopened } from "./open_hashes.ts";
import { countCustomProviders, countNotTaken } from "./queries_copy.ts";
import { countSource } from "./queries_rehearsal.ts";

export async function rehearsalOf(
  db: Database,
  theirs: string,
  { dbDecryptionKeys = NO_KEYS }: Pick<AuthConfig, "dbDecryptionKeys">,
): Promise<string[]> {
  const source = await countSource(db, theirs);
  const left = await countNotTaken(db, theirs);
  const unopened = await listUnopened(db, dbDecryptionKeys);
  const toTake = [
    count(source.users, "users"),
    count(source.identities, "identities"),
    count(source.factors, "verified factors"),
    count(source.passkeys, "passkeys"),
    count(source.sessions, "live sessions"),
    count(source.apps, "OAuth clients"),
    count(source.consents, "consents"),
    count(source.providers, "SAML providers"),
  ];
  const toLeave = [
    count(source.alike, "users whose address differs from another's in its case only"),
    count(left.open_links, "open links and codes"),
    count(left.unverified_factors, "unverified factors"),
    count(left.sessions_of_apps, "sessions of OAuth clients"),
    count(left.tokens_without_session, "refresh tokens without a session"),
    count(await countCustomProviders(db, theirs), "custom providers"),
    count(left.unknown_hashes, "passwords of an unknown kind"),
    count(unopened.length, "passwords that no key of AUTHSVC_SECURITY_DB_ENCRYPTION_DECRYPTION_KEYS opens"),
  ];
  return [`To take: ${toTake.join(", ")}.`, `To leave: ${toLeave.join(", ")}.`];
}

const count = (number: number, what: string) => `${number.toLocaleString("en")} ${what}`;
