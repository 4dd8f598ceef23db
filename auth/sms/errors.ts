// The errors of text messages, a part of the table in auth/errors.ts.
import type { ErrorRow } from "../../kernel/errors.ts";

export const smsErrors = {
  smsCannotLeave: [422, "sms_send_failed", "Error sending confirmation OTP to provider: no SMS provider is configured"],
  channelUnsupported: [
    400,
    "validation_failed",
    "channel has to be sms, or whatsapp where the SMS provider is Twilio or Twilio Verify",
  ],
  smsGatewayMissing: [
    422,
    "sms_gateway_missing",
    "No SMS gateway is set with all of its credentials, so no text message can be sent",
  ],
  smsSentByHook: [422, "sms_sent_by_hook", "Text messages leave by the hook for sending SMS, not by a gateway"],
  codeUnchecked: [503, "service_unavailable", "The SMS gateway cannot check codes now, please retry after a moment."],
} as const satisfies Record<string, ErrorRow>;
