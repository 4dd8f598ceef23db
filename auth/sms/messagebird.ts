// MessageBird, now named Bird. It says of a message how many phones it was sent to.
import { Undeliverable } from "../mail/transport.ts";
import { askGateway, first, isTaken, part, refusal, takenAs } from "./ask_gateway.ts";
import type { SmsGateway } from "./gateway.ts";

export const messagebird: SmsGateway = {
  channels: ["sms"],
  send: async ({ to, text, hear }, config) => {
    const { smsMessagebirdAccessKey: key = "", smsMessagebirdOriginator: originator = "" } = config;
    const url = `${config.smsGatewayUrl ?? "https://rest.messagebird.com"}/messages`;
    const fields = { originator, body: text, recipients: to, type: "sms", datacoding: "unicode" };
    const answer = await askGateway(url, fields, { headers: { authorization: `AccessKey ${key}` }, hear });
    if (!isTaken(answer)) throw refusal(answer, first(answer.body.errors).code);
    const { totalSentCount: count } = part(answer.body.recipients);
    if (count === 0) throw new Undeliverable("the SMS gateway sent it to nobody");
    return takenAs(typeof count === "number" ? answer.body.id : undefined);
  },
};
