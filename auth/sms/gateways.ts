// The gateways by the names that SMS_PROVIDER gives them.

import type { SmsProvider } from "../config/sms.ts";
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

/** Undefined where no gateway is set. */
export function gatewayOf({ smsProvider }: Pick<AuthConfig, "smsProvider">): SmsGateway | undefined {
  return smsProvider && GATEWAYS[smsProvider];
}
