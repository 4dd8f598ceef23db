// How a code travels to a phone, as callers ask for it.
import type { AuthConfig } from "../config.ts";
import { fail } from "../errors.ts";
import type { SmsChannel } from "./gateway.ts";
import { gatewayOf } from "./gateways.ts";

/** SMS is what everybody has, so it is not asked whether a gateway is set. */
export function readChannel(channel: string | undefined, config: AuthConfig): SmsChannel {
  if (!channel || channel === "sms") return "sms";
  if (channel !== "whatsapp" || !gatewayOf(config)?.channels.includes(channel)) throw fail.channelUnsupported();
  return channel;
}
