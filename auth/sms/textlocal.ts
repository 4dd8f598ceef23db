// Textlocal. Its status is 200 whatever happens; the body says what did.
import { askGateway, first, isTaken, refusal, takenAs } from "./ask_gateway.ts";
import type { SmsGateway } from "./gateway.ts";

export const textlocal: SmsGateway = {
  channels: ["sms"],
  send: async ({ to, text, hear }, config) => {
    const { smsTextlocalApiKey: apikey = "", smsTextlocalSender: sender = "" } = config;
    const url = `${config.smsGatewayUrl ?? "https://api.textlocal.in"}/send`;
    const answer = await askGateway(url, { sender, apikey, message: text, numbers: to }, { hear });
    const { status, errors, messages } = answer.body;
    if (!isTaken(answer) || status === "failure") throw refusal(answer, first(errors).code);
    return takenAs(status === "success" ? first(messages).id : undefined);
  },
};
