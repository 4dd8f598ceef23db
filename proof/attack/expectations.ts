// Common assertions about answers.
import assert from "node:assert/strict";
import { sql } from "../../kernel/sql/sql.ts";
import type { Reply } from "../../kernel/testing/client.ts";
import type { SinkMail } from "../../kernel/testing/smtp_sink.ts";
import { until } from "../../kernel/testing/until.ts";
import type { Pair } from "./pair.ts";
import { CODE_DIGITS } from "./settings.ts";
import { codeIn, linkIn } from "./sinks.ts";

/** Status and error code, such as `400 invalid_credentials`; the status alone without a code. */
export function verdictOf({ status, body }: Reply): string {
  const code = (body as { error_code?: unknown } | null)?.error_code;
  return typeof code === "string" ? `${status} ${code}` : String(status);
}

export function expectVerdict(reply: Reply, expected: string, what = ""): void {
  assert.equal(verdictOf(reply), expected, `${what} ${reply.text}`.trim());
}

export function expectRefused(
  reply: Reply,
  what: string,
  allowed: readonly number[] = [400, 401, 403, 404, 405, 415, 422],
): void {
  assert.ok(allowed.includes(reply.status), `${what}: expected a refusal, got ${reply.status} ${reply.text.slice(0, 300)}`);
}

/** Compares bodies and header names, without what differs in every answer. */
export function expectAlike(first: Reply, second: Reply, what = ""): void {
  const shape = ({ status, text, headers }: Reply) => ({ status, text, headers: Object.keys(headers).sort() });
  assert.deepEqual(shape(first), shape(second), what);
}

/** Pretends to be another client, for a service that trusts this machine as a proxy. */
export function from(client: number): { "x-forwarded-for": string } {
  return { "x-forwarded-for": `198.18.${(client >> 8) & 255}.${client & 255}` };
}

/** Keys and types, recursively. */
export function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value === "string" && /^\d{4}-\d\d-\d\dT/.test(value)) return value.replace(/\d/g, "0");
  if (typeof value !== "object" || value === null) return value === null ? "null" : typeof value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, shapeOf(inner)]),
  );
}

/** Waits for this many mails to an address. */
export function mailsTo(pair: Pair, address: string, count = 1): Promise<SinkMail[]> {
  const { messages } = pair.inside.sinks.smtp;
  return until(`${count} mails to ${address}`, () => {
    const mine = messages.filter(({ to }) => to.includes(address));
    return mine.length >= count ? mine : undefined;
  });
}

export interface OneTimeMail {
  url: string;
  token: string;
  type: string;
  code: string;
}

/** The link and code of the newest of `count` mails to an address. */
export async function mailTo(pair: Pair, address: string, count = 1): Promise<OneTimeMail> {
  const mail = (await mailsTo(pair, address, count)).at(-1) as SinkMail;
  return { ...linkIn(mail), code: codeIn(mail.parts.map(({ text }) => text).join("\n"), CODE_DIGITS) ?? "" };
}

/** The code of the newest of `count` text messages to a number. */
export function smsCode(pair: Pair, phone: string, count = 1): Promise<string> {
  const { received } = pair.inside.sinks.sms;
  return until(`${count} text messages to ${phone}`, () => {
    const mine = received.filter(({ to }) => to === phone);
    return mine.length >= count ? codeIn(mine.at(-1)?.text ?? "", CODE_DIGITS) : undefined;
  });
}

/** Waits until the outbox is empty. */
export async function allDelivered({ inside }: Pair): Promise<void> {
  await until("the outbox to be empty", async () => {
    const { waiting } = await inside.db.one<{ waiting: number }>(
      sql`select count(*)::int as waiting from outbox where sealed is not null`,
    );
    return waiting === 0;
  });
}

/** A redirect's target with its parsed fragment. */
export function landingOf({ status, headers }: Reply): { status: number; page: string; fields: Record<string, string> } {
  const url = new URL(headers.location ?? "about:blank");
  const fragment = Object.fromEntries(new URLSearchParams(url.hash.slice(1)));
  return { status, page: url.href.replace(/[?#].*/s, ""), fields: { ...Object.fromEntries(url.searchParams), ...fragment } };
}

export const inParallel = <T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

export function tally(replies: readonly Reply[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const reply of replies) counts[verdictOf(reply)] = (counts[verdictOf(reply)] ?? 0) + 1;
  return counts;
}
