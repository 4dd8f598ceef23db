// How text messages leave: through the gateway that is set.
import type { AuthConfig } from "../config.ts";
import { fillText } from "../mail/render.ts";
import { Undeliverable } from "../mail/transport.ts";
import type { Sender } from "../outbox/deliver.ts";
import type { SmsChannel } from "./gateway.ts";
import { gatewayOf } from "./gateways.ts";

/** What an SMS carries inside of its seal. */
export interface SmsVariables {
  /** Missing where the gateway makes the code. */
  code?: string;
  channel?: SmsChannel;
}

/** Undefined where no gateway is set. */
export function smsSender(config: AuthConfig): Sender | undefined {
  const gateway = gatewayOf(config);
  if (!gateway) return undefined;
  return async ({ template, to, variables }) => {
    const { code, channel = "sms" } = variables as SmsVariables;
    // Both can be of messages that were waiting while the operator changed SMS_PROVIDER.
    if (code === undefined && !gateway.check) throw new Undeliverable("it has no code, which another SMS gateway was to make");
    if (!gateway.channels.includes(channel)) throw new Undeliverable(`the SMS gateway has no ${channel}`);
    const text = code === undefined ? "" : fillText(textOf(template, config), { Code: code });
    const messageId = await gateway.send({ to, channel, text, code: code ?? "" }, config);
    return { gateway: config.smsProvider as string, messageId };
  };
}

/** Codes of second factors may be worded otherwise than those that sign in. */
export function textOf(template: string, config: Pick<AuthConfig, "smsTemplate" | "mfaPhoneTemplate">): string {
  return template === "factor_code" ? config.mfaPhoneTemplate : config.smsTemplate;
}
