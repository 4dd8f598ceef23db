// Twilio's Programmable Messaging: SMS and WhatsApp.
import { Undeliverable } from "../mail/transport.ts";
import { askGateway, basicAuthorization, isTaken, numbered, refusal, takenAs } from "./ask_gateway.ts";
import type { Sms, SmsGateway } from "./gateway.ts";

export const twilio: SmsGateway = {
  channels: ["sms", "whatsapp"],
  send: async (sms, config) => {
    const { smsTwilioAccountSid: account = "", smsTwilioAuthToken: token = "" } = config;
    const { smsTwilioMessageServiceSid: sender = "", smsTwilioContentSid: template } = config;
    const base = config.smsGatewayUrl ?? "https://api.twilio.com";
    const url = `${base}/2010-04-01/Accounts/${encodeURIComponent(account)}/Messages.json`;
    const fields = sms.channel === "whatsapp" ? whatsappFields(sms, sender, template) : smsFields(sms, sender);
    const answer = await askGateway(url, fields, { headers: basicAuthorization(account, token), hear: sms.hear });
    const { sid, status, code, error_code: errorCode } = answer.body;
    if (!isTaken(answer)) throw refusal(answer, code);
    if (status === "failed" || status === "undelivered")
      throw new Undeliverable(`the SMS gateway could not send it${numbered(errorCode)}`);
    return takenAs(sid);
  },
};

function smsFields({ to, channel, text }: Sms, sender: string): Record<string, string> {
  return { To: `+${to}`, Channel: channel, From: sender, Body: text };
}

/** WhatsApp lets a business begin a conversation only by a template that it has approved; the code is its first variable. */
function whatsappFields({ to, channel, text, code }: Sms, sender: string, template: string | undefined): Record<string, string> {
  const number = /^\+?([1-9]\d{1,14})$/.exec(sender)?.[1];
  return {
    To: `whatsapp:+${to}`,
    Channel: channel,
    From: number ? `whatsapp:+${number}` : sender,
    ...(template ? { ContentSid: template, ContentVariables: JSON.stringify({ 1: code }) } : { Body: text }),
  };
}
