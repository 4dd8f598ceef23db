// What is issued for the address of another account, so that the caller does not learn of it.
import { randomBytes } from "node:crypto";
import { type OutboxKeys, sealMail } from "../outbox/seal.ts";
import type { Issue } from "./write_issue.ts";

/** Looks like the issue from outside, but no link and no code fits the token, and the owner of the address gets a notice. */
export function decoyOf({ token, flow }: Issue, { serverKeys, now }: { serverKeys: OutboxKeys; now: Date }): Issue {
  const { address: email } = token;
  const message = sealMail(serverKeys, { template: "address_taken", to: email, variables: { email } }, now);
  return { token: { ...token, tokenHash: randomBytes(32), codeMac: randomBytes(32) }, flow, message };
}
