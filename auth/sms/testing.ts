// Test support: a simulated server for each SMS gateway. It accepts, rejects and answers like the gateway, so that only the URL
// differs.
import { randomInt } from "node:crypto";
import { sql, trusted } from "../../kernel/sql/sql.ts";
import { type HttpSink, type SinkAnswer, type SinkRequest, startHttpSink } from "../../kernel/testing/http_sink.ts";
import { until } from "../../kernel/testing/until.ts";
import type { SmsProvider } from "../config/sms.ts";
import { startTestAuthBy, type TestAuth } from "../testing.ts";

/** What a phone would have got. */
export interface ReceivedSms {
  to: string;
  channel: string;
  /** Of Twilio Verify, the code alone. */
  text: string;
}

interface StandIn {
  /** The service's variables for it. Every secret among them holds the word canary. */
  variables: Record<string, string>;
  /** Undefined where the gateway would refuse the request. */
  read(request: SinkRequest, fields: Record<string, string>): ReceivedSms | undefined;
  taken(id: string): SinkAnswer;
  refusal: SinkAnswer;
  /** How the outbox puts that refusal. */
  reason: string;
}

const basic = (user: string, password: string) => `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
const hasKeys = (fields: Record<string, string>, keys: string) => Object.keys(fields).sort().join() === keys;
const isE164 = (text: string | undefined): text is string => /^\+[1-9]\d{1,14}$/.test(text ?? "");

export const STAND_INS: Readonly<Record<SmsProvider, StandIn>> = {
  twilio: {
    variables: {
      SMS_TWILIO_ACCOUNT_SID: "AC1",
      SMS_TWILIO_AUTH_TOKEN: "canary: é",
      SMS_TWILIO_MESSAGE_SERVICE_SID: "+15550009999",
    },
    read: ({ path, headers }, fields) => {
      if (path !== "/2010-04-01/Accounts/AC1/Messages.json" || headers.authorization !== basic("AC1", "canary: é")) return;
      const { To = "", From = "", Channel = "", Body, ContentVariables } = fields;
      const prefix = Channel === "whatsapp" ? "whatsapp:" : "";
      if (![`${prefix}+15550009999`, "MG1"].includes(From) || !To.startsWith(prefix)) return;
      if (!isE164(To.slice(prefix.length))) return;
      const keys = Body === undefined ? "Channel,ContentSid,ContentVariables,From,To" : "Body,Channel,From,To";
      if (!hasKeys(fields, keys)) return;
      return { to: To.slice(prefix.length + 1), channel: Channel, text: Body ?? `${fields.ContentSid} ${ContentVariables}` };
    },
    taken: (id) => ({ status: 201, body: { sid: id, status: "queued", error_code: null } }),
    refusal: { status: 400, body: { code: 21211, message: "The 'To' number +15551234567 is not valid", status: 400 } },
    reason: "the SMS gateway said 400 (21211)",
  },
  twilio_verify: {
    variables: {
      SMS_TWILIO_VERIFY_ACCOUNT_SID: "AC2",
      SMS_TWILIO_VERIFY_AUTH_TOKEN: "canary",
      SMS_TWILIO_VERIFY_MESSAGE_SERVICE_SID: "VA1",
    },
    read: ({ path, headers }, fields) => {
      if (path !== "/v2/Services/VA1/Verifications" || headers.authorization !== basic("AC2", "canary")) return;
      if (!hasKeys(fields, "Channel,To") || !isE164(fields.To)) return;
      return { to: fields.To.slice(1), channel: fields.Channel ?? "", text: String(randomInt(10 ** 9, 10 ** 10)) };
    },
    taken: (id) => ({ status: 201, body: { sid: id, status: "pending", valid: false } }),
    refusal: {
      status: 403,
      body: { code: 60410, message: "Verification delivery attempt blocked for +15551234567", status: 403 },
    },
    reason: "the SMS gateway said 403 (60410)",
  },
  messagebird: {
    variables: { SMS_MESSAGEBIRD_ACCESS_KEY: "canary", SMS_MESSAGEBIRD_ORIGINATOR: "Cofre" },
    read: ({ path, headers }, fields) => {
      const { originator, body = "", recipients = "", type, datacoding } = fields;
      if (path !== "/messages" || headers.authorization !== "AccessKey canary" || originator !== "Cofre") return;
      if (type !== "sms" || datacoding !== "unicode" || !isE164(`+${recipients}`)) return;
      return { to: recipients, channel: "sms", text: body };
    },
    taken: (id) => ({ status: 201, body: { id, recipients: { totalCount: 1, totalSentCount: 1 } } }),
    refusal: {
      status: 422,
      body: { errors: [{ code: 9, description: "no (correct) recipients found", parameter: "recipients" }] },
    },
    reason: "the SMS gateway said 422 (9)",
  },
  textlocal: {
    variables: { SMS_TEXTLOCAL_API_KEY: "canary", SMS_TEXTLOCAL_SENDER: "COFRE" },
    read: ({ path, headers }, fields) => {
      const { apikey, sender, message = "", numbers = "" } = fields;
      if (path !== "/send" || apikey !== "canary" || sender !== "COFRE" || headers.authorization !== undefined) return;
      return isE164(`+${numbers}`) ? { to: numbers, channel: "sms", text: message } : undefined;
    },
    taken: (id) => ({ status: 200, body: { status: "success", messages: [{ id, recipient: 15551234567 }] } }),
    refusal: { status: 200, body: { status: "failure", errors: [{ code: 51, message: "No valid numbers specified" }] } },
    reason: "the SMS gateway said 200 (51)",
  },
  vonage: {
    variables: { SMS_VONAGE_API_KEY: "canary1", SMS_VONAGE_API_SECRET: "canary2", SMS_VONAGE_FROM: "Cofre" },
    read: ({ path }, fields) => {
      const { api_key: key, api_secret: secret, from, to = "", text = "", type } = fields;
      if (path !== "/sms/json" || key !== "canary1" || secret !== "canary2" || from !== "Cofre" || !isE164(`+${to}`)) return;
      // Without the type, what is outside of ASCII arrives as question marks.
      return { to, channel: "sms", text: type === "unicode" ? text : text.replace(/[^\x20-\x7e]/g, "?") };
    },
    taken: (id) => ({
      status: 200,
      body: { "message-count": "1", messages: [{ status: "0", "message-id": id, to: "15551234567" }] },
    }),
    refusal: { status: 200, body: { messages: [{ status: "7", "error-text": "Number barred: 15551234567" }] } },
    reason: "the SMS gateway said 7",
  },
};

export const PROVIDERS_OF_SMS = Object.keys(STAND_INS) as SmsProvider[];

export interface TestGateway extends HttpSink {
  received: ReceivedSms[];
  /** What it answers instead, while that is set. */
  instead: SinkAnswer | undefined;
  /** Codes under way at Twilio Verify, by number. */
  codes: Map<string, string>;
}

/** Numbers what it takes: `twilio-1`, `twilio-2`, ... */
export async function startGateway(provider: SmsProvider): Promise<TestGateway> {
  const { read, taken: conflict } = STAND_INS[provider];
  const received: ReceivedSms[] = [];
  const codes = new Map<string, string>();
  const sink = await startHttpSink((request) => {
    if (gateway.instead) return gateway.instead;
    const fields = Object.fromEntries(new URLSearchParams(request.body));
    if (request.method !== "POST" || request.headers["content-type"] !== "application/x-www-form-urlencoded")
      return { status: 415 };
    if (provider === "twilio_verify" && request.path.endsWith("/VerificationCheck")) return check(fields, request, codes);
    const sms = read(request, fields);
    if (!sms) return { status: 401, body: { code: 20003 } };
    received.push(sms);
    codes.set(sms.to, sms.text);
    return conflict(`${provider}-${received.length}`);
  });
  const gateway: TestGateway = Object.assign(sink, { received, codes, instead: undefined });
  return gateway;
}

/** A code is right once; then none waits for the number any more. */
function check(fields: Record<string, string>, { path, headers }: SinkRequest, codes: Map<string, string>): SinkAnswer {
  if (path !== "/v2/Services/VA1/VerificationCheck" || headers.authorization !== basic("AC2", "canary")) return { status: 401 };
  const to = fields.To?.slice(1) ?? "";
  const code = codes.get(to);
  if (code === undefined)
    return { status: 404, body: { code: 20404, message: "The requested resource was not found", status: 404 } };
  const isRight = fields.Code === code;
  if (isRight) codes.delete(to);
  return { status: 200, body: { sid: "VE1", to: fields.To, status: isRight ? "approved" : "pending", valid: isRight } };
}

/** A service that sends through the gateway at this address. Its clock is right, because messages expire. */
export async function startSmsAuth(
  provider: SmsProvider,
  gateway: { url: string },
  variables: Record<string, string> = {},
): Promise<TestAuth> {
  const input = {
    SITE_URL: "https://app.example.com",
    API_EXTERNAL_URL: "https://auth.example.com",
    JWT_SECRET: "a secret for tests that is long enough to be quiet",
    API_PORT: "0",
    API_HOST: "127.0.0.1",
    EXTERNAL_PHONE_ENABLED: "true",
    SMS_PROVIDER: provider,
    SMS_GATEWAY_URL: gateway.url,
    ...STAND_INS[provider].variables,
    ...variables,
  };
  const prefixed = Object.entries(input).map(([name, value]) => [`AUTHSVC_${name}`, value]);
  const auth = await startTestAuthBy((url) => ({ ...Object.fromEntries(prefixed), AUTHSVC_DB_DATABASE_URL: url }), {
    delivers: true,
  });
  auth.clock.set(new Date());
  return auth;
}

export interface SmsRow {
  id: string;
  delivered_at: Date | null;
  failed_at: Date | null;
  attempts: number;
  last_error: string | null;
  sealed: Buffer | null;
}

/** The newest message, as soon as it is as the test wants it. */
export async function untilSms(auth: TestAuth, expected: (row: SmsRow) => boolean): Promise<SmsRow> {
  const { db } = auth.service.world;
  return until("the message to be as wanted", async () => {
    const row = await db.maybeOne<SmsRow>(sql`
      select id, delivered_at, failed_at, attempts, last_error, sealed from outbox order by created_at desc, id limit 1`);
    return row && expected(row) && row;
  });
}

export const isDelivered = (row: SmsRow) => row.delivered_at !== null;
export const isGivenUp = (row: SmsRow) => row.failed_at !== null;

export interface AuditedMessage {
  actor_username: string;
  traits: Record<string, unknown>;
}

export async function sentMessages(auth: TestAuth): Promise<AuditedMessage[]> {
  const rows = await auth.service.world.db.many<{ payload: AuditedMessage }>(
    sql`select payload from audit_log_entries where payload ->> 'action' = 'message_sent' order by created_at`,
  );
  return rows.map(({ payload }) => payload);
}

/** All that the database and the log hold, as text. */
export async function everythingKept(auth: TestAuth): Promise<string> {
  const { db } = auth.service.world;
  const tables = await db.many<{ table: string }>(sql`
    select format('%I.%I', table_schema, table_name) as table
      from information_schema.tables
     where table_schema in ('auth', 'auth_jobs') and table_type = 'BASE TABLE'`);
  const dumps = await Promise.all(
    tables.map(({ table }) =>
      db.one<{ text: string | null }>(sql`select string_agg(t::text, chr(10)) as text from ${trusted(table)} t`),
    ),
  );
  return `${dumps.map(({ text }) => text).join("\n")}\n${logText(auth)}`;
}

export function logText(auth: TestAuth): string {
  return JSON.stringify(auth.logged, (_key, value) => (value instanceof Error ? String(value.stack) : value));
}
