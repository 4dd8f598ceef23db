// SMS: the codes and the gateways. Each gateway lists the credentials that it cannot do without.
import { configTable } from "../../kernel/config/config.ts";
import { bool, duration, exactText, httpUrl, integer, oneOf, text, wholeSeconds } from "../../kernel/config/formats.ts";
import { smsTemplate, testOtps, timestamp } from "./formats.ts";

export const sms = configTable({
  smsProvider: {
    env: "SMS_PROVIDER",
    format: oneOf("twilio", "twilio_verify", "messagebird", "textlocal", "vonage"),
    unset: "SMS cannot be sent",
    doc: "The gateway that SMS go through. It needs its credentials: while one is missing, SMS cannot be sent.",
  },
  smsAutoconfirm: {
    env: "SMS_AUTOCONFIRM",
    format: bool,
    initial: false,
    doc: "New phone numbers count as confirmed, without an SMS.",
  },
  smsMaxFrequencySeconds: {
    env: "SMS_MAX_FREQUENCY",
    format: duration,
    initial: 60,
    doc: "Least time between two codes to one user.",
  },
  smsOtpExpSeconds: { env: "SMS_OTP_EXP", format: wholeSeconds(1), initial: 60, doc: "How long a code sent by SMS is valid." },
  smsOtpLength: {
    env: "SMS_OTP_LENGTH",
    format: integer(6, 10),
    initial: 6,
    cosmetic: true,
    doc: "Digits of a code sent by SMS.",
  },
  smsTemplate: {
    env: "SMS_TEMPLATE",
    format: smsTemplate,
    initial: "Your code is {{ .Code }}",
    cosmetic: true,
    doc: "Text of the SMS.",
  },
  smsTestOtp: {
    env: "SMS_TEST_OTP",
    format: testOtps,
    initial: {},
    secret: true,
    doc: "Fixed codes of phone numbers that get no SMS, for tests and app-store reviews. Refused when `PRODUCTION` is true.",
  },
  smsTestOtpValidUntil: {
    env: "SMS_TEST_OTP_VALID_UNTIL",
    format: timestamp,
    unset: "no end",
    doc: "The fixed codes stop working at this time.",
  },
});

const required = (gateway: string) => `Needed when \`SMS_PROVIDER\` is ${gateway}.`;

export const smsGateways = configTable({
  smsGatewayUrl: {
    env: "SMS_GATEWAY_URL",
    format: httpUrl,
    unset: "the gateway's public address",
    doc: "Address of the gateway in place of its public one: a regional one, or a relay. Credentials are sent to it.",
  },
  smsTwilioAccountSid: { env: "SMS_TWILIO_ACCOUNT_SID", format: text, doc: `Account identifier. ${required("twilio")}` },
  smsTwilioAuthToken: { env: "SMS_TWILIO_AUTH_TOKEN", format: exactText, secret: true, doc: `Token. ${required("twilio")}` },
  smsTwilioMessageServiceSid: {
    env: "SMS_TWILIO_MESSAGE_SERVICE_SID",
    format: text,
    doc: `Message service, or the number that sends. ${required("twilio")}`,
  },
  smsTwilioContentSid: { env: "SMS_TWILIO_CONTENT_SID", format: text, doc: "Content template for WhatsApp messages." },
  smsTwilioVerifyAccountSid: {
    env: "SMS_TWILIO_VERIFY_ACCOUNT_SID",
    format: text,
    doc: `Account identifier. ${required("twilio_verify")}`,
  },
  smsTwilioVerifyAuthToken: {
    env: "SMS_TWILIO_VERIFY_AUTH_TOKEN",
    format: exactText,
    secret: true,
    doc: `Token. ${required("twilio_verify")}`,
  },
  smsTwilioVerifyMessageServiceSid: {
    env: "SMS_TWILIO_VERIFY_MESSAGE_SERVICE_SID",
    format: text,
    doc: `The Verify service. ${required("twilio_verify")}`,
  },
  smsMessagebirdAccessKey: {
    env: "SMS_MESSAGEBIRD_ACCESS_KEY",
    format: exactText,
    secret: true,
    doc: `Access key. ${required("messagebird")}`,
  },
  smsMessagebirdOriginator: { env: "SMS_MESSAGEBIRD_ORIGINATOR", format: text, doc: `Sender. ${required("messagebird")}` },
  smsTextlocalApiKey: {
    env: "SMS_TEXTLOCAL_API_KEY",
    format: exactText,
    secret: true,
    doc: `Access key. ${required("textlocal")}`,
  },
  smsTextlocalSender: { env: "SMS_TEXTLOCAL_SENDER", format: text, doc: `Sender. ${required("textlocal")}` },
  smsVonageApiKey: { env: "SMS_VONAGE_API_KEY", format: exactText, secret: true, doc: `Access key. ${required("vonage")}` },
  smsVonageApiSecret: { env: "SMS_VONAGE_API_SECRET", format: exactText, secret: true, doc: `Secret. ${required("vonage")}` },
  smsVonageFrom: { env: "SMS_VONAGE_FROM", format: text, doc: `Sender. ${required("vonage")}` },
});

export type SmsProvider = "twilio" | "twilio_verify" | "messagebird" | "textlocal" | "vonage";

/** The credentials that each gateway cannot do without. */
export const SMS_CREDENTIALS: Readonly<Record<SmsProvider, readonly (keyof typeof smsGateways)[]>> = {
  twilio: ["smsTwilioAccountSid", "smsTwilioAuthToken", "smsTwilioMessageServiceSid"],
  twilio_verify: ["smsTwilioVerifyAccountSid", "smsTwilioVerifyAuthToken", "smsTwilioVerifyMessageServiceSid"],
  messagebird: ["smsMessagebirdAccessKey", "smsMessagebirdOriginator"],
  textlocal: ["smsTextlocalApiKey", "smsTextlocalSender"],
  vonage: ["smsVonageApiKey", "smsVonageApiSecret", "smsVonageFrom"],
};
