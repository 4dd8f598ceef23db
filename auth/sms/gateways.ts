// The gateways by the names that SMS_PROVIDER gives them.
import { SMS_CREDENTIALS, type SmsProvider } from "../config/sms.ts";
import type { AuthConfig } from "../config.ts";
import type { SmsGateway } from "./gateway.ts";
import { messagebird } from "./messagebird.ts";
import { textlocal } from "./textlocal.ts";
import { twilio } from "./twilio.ts";
import { twilioVerify } from "./twilio_verify.ts";
import { vonage } from "./vonage.ts";

const GATEWAYS: Readonly<Record<SmsProvider, SmsGateway>> = {
  twilio,
  twilio_verify: twilioVerify,
  messagebird,
  textlocal,
  vonage,
};

/** Undefined where no gateway is set, or without its credentials, or where a hook sends in its place. */
export function gatewayOf(config: AuthConfig): SmsGateway | undefined {
  const { smsProvider: provider } = config;
  if (config.hooks.sendSms || !provider || SMS_CREDENTIALS[provider].some((key) => config[key] === undefined)) return undefined;
  return GATEWAYS[provider];
}
