// What is issued for the address of another account, so that the caller does not learn of it.
import { randomBytes } from "node:crypto";
import type { Request } from "../../kernel/http/endpoint.ts";
import { languagesOf } from "../mail/language.ts";
import { type OutboxKeys, sealMail } from "../outbox/seal.ts";
import type { Issue } from "./write_issue.ts";

interface Issuer {
  serverKeys: OutboxKeys;
  request: Pick<Request, "headers">;
  now: Date;
}

/** Looks like the issue from outside, but no link and no code fits the token, and the owner of the address gets a notice. */
export function decoyOf({ token, flow }: Issue, { serverKeys, request, now }: Issuer): Issue {
  const { address: email } = token;
  const variables = { email, ...languagesOf(request) };
  const message = sealMail(serverKeys, { template: "address_taken", to: email, variables }, now);
  return { token: { ...token, tokenHash: randomBytes(32), codeMac: randomBytes(32) }, flow, message };
}
