// Test support: what a browser without scripts reads of a page, and the mails that lead to one.
import assert from "node:assert/strict";
import type { Reply } from "../../kernel/testing/client.ts";
import type { TestWeb } from "../testing.ts";

export const locationOf = (reply: Reply) => {
  assert.equal(reply.status, 303, reply.text);
  return reply.headers.location as string;
};

/** The last mail to an address. */
export async function lastMail(web: TestWeb, email: string) {
  const mail = (await web.finance.auth.messages()).findLast(({ to }) => to === email);
  assert.ok(mail, `no mail to ${email}`);
  return mail.variables;
}

/** The page that a mail of the all-in-one leads to. */
export function confirmPath(confirmationUrl = ""): string {
  return `/confirm${new URL(confirmationUrl).search}`;
}

export const hiddenFields = (reply: Reply) =>
  Object.fromEntries(
    [...reply.text.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)].map(([, name, value]) => [name, value]),
  ) as Record<string, string>;
