// POST /admin/sms/test: sends a text message without a code, at once, and shows what the gateway said. Nothing is queued.
import { randomUUID } from "node:crypto";
import { Type } from "typebox";
import { logAct } from "../audit/log_act.ts";
import { type AuthInput, endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { claimSend } from "../limits/claim_send.ts";
import { sendClaim } from "../limits/send_limits.ts";
import { NotNow, Undeliverable } from "../mail/transport.ts";
import { gatewayOf } from "../sms/gateways.ts";
import { maskedNumber, type RedactedAnswer, redactedAnswer } from "../sms/redacted_answer.ts";
import { smsMailbox } from "../sms/sms_mailbox.ts";
import { NeededPhoneField, readPhone } from "../users/address.ts";
import { adminActOf } from "./admin_act.ts";

type Way = "gateway" | "mailbox";

const MayBeText = Type.Union([Type.String(), Type.Null()]);
const LONGEST_SECONDS = 30;

export const testAdminSms = endpoint({
  method: "POST",
  path: "/admin/sms/test",
  access: "admin",
  right: "sms:test",
  summary: "Send a text message to try the SMS gateway, and show its answer",
  body: Type.Object({ to: NeededPhoneField }),
  reply: Type.Object({
    sent: Type.Boolean({ description: "Whether the gateway has taken it" }),
    by: Type.Unsafe<Way>({
      type: "string",
      enum: ["gateway", "mailbox"],
      description: "mailbox: the folder of a server without a gateway",
    }),
    gateway: MayBeText,
    problem: MayBeText,
    answer: Type.Union([Type.Object({ status: Type.Integer(), body: MayBeText }), Type.Null()], {
      description:
        "Of the gateway, without credentials and most of the number; the body is null where a stored setting chose another address for it",
    }),
  }),
  refuses: [422, 429],
  timeoutSeconds: LONGEST_SECONDS,
  handle: async (input) => {
    const { body, config, db, hooks, mailbox } = input;
    const to = readPhone(body.to);
    if (hooks.sendSms) throw fail.smsSentByHook();
    const gateway = gatewayOf(config);
    if (!gateway && mailbox === undefined) throw fail.smsGatewayMissing();
    // Also of numbers with a fixed code, because this message leaves.
    await claimSend(db, { ...sendClaim({ ...input, about: "reauthentication", address: { phone: to } }), isFree: false });
    const text = `Teste de SMS / SMS test: ${hostOf(config.siteUrl)}`;
    let answer: RedactedAnswer | null = null;
    const send = async () => {
      const sms = { to, channel: "sms" as const, text, code: "" };
      if (gateway) await gateway.send({ ...sms, hear: (heard) => (answer = redactedAnswer(heard, to, config)) }, config);
      else await fileSms(text, to, input);
    };
    const problem = await send().then(
      () => null,
      (error: unknown) => {
        if (error instanceof Undeliverable || error instanceof NotNow) return error.message;
        throw error;
      },
    );
    const sent = problem === null;
    const act = adminActOf(input);
    const traits = { gateway: config.smsProvider ?? null, to: maskedNumber(to), sent };
    await db.transaction((tx) => logAct(tx, act, { action: "sms_tested", actor: act.actor, traits }));
    return {
      sent,
      by: gateway ? ("gateway" as const) : ("mailbox" as const),
      gateway: config.smsProvider ?? null,
      problem,
      answer,
    };
  },
});

type Mailbox = Pick<AuthInput<unknown>, "config" | "mailbox" | "now">;

async function fileSms(text: string, to: string, { config, mailbox = "", now }: Mailbox): Promise<void> {
  const write = smsMailbox({ ...config, smsTemplate: text }, mailbox, () => now);
  await write({ id: randomUUID(), template: "test", to, variables: { code: "" } });
}

const hostOf = (url: string) => URL.parse(url)?.host || url;
