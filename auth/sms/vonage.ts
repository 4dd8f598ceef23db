// Vonage, once Nexmo. Its status is 200 whatever happens; the body has a status of its own, which is "0" for a message that was taken.
import { NotNow, Undeliverable } from "../mail/transport.ts";
import { askGateway, first, isTaken, refusal, takenAs } from "./ask_gateway.ts";
import type { SmsGateway } from "./gateway.ts";

/** Throttled, an error of theirs, too many connections. */
const MAY_PASS = ["1", "5", "10"];

export const vonage: SmsGateway = {
  channels: ["sms"],
  send: async ({ to, text, hear }, config) => {
    const { smsVonageApiKey: apiKey = "", smsVonageApiSecret: apiSecret = "", smsVonageFrom: from = "" } = config;
    const url = `${config.smsGatewayUrl ?? "https://rest.nexmo.com"}/sms/json`;
    const kind = /^[\x20-\x7e\r\n]*$/.test(text) ? {} : { type: "unicode" };
    const answer = await askGateway(url, { from, to, text, api_key: apiKey, api_secret: apiSecret, ...kind }, { hear });
    if (!isTaken(answer)) throw refusal(answer);
    const { status, "message-id": id } = first(answer.body.messages);
    if (typeof status === "string" && /^[1-9]\d{0,3}$/.test(status)) {
      throw new (MAY_PASS.includes(status) ? NotNow : Undeliverable)(`the SMS gateway said ${status}`);
    }
    return takenAs(status === "0" ? id : undefined);
  },
};
