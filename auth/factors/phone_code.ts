// Codes that are sent to a phone factor, by SMS or WhatsApp.
import { createHmac, type KeyObject, randomBytes, randomInt, timingSafeEqual } from "node:crypto";
import { fixedCodeOf } from "../config/fixed_code.ts";
import type { AuthInput } from "../endpoint.ts";
import type { SendClaim } from "../limits/claim_send.ts";
import { sendClaim } from "../limits/send_limits.ts";
import { type OutboxRow, sealMessage } from "../outbox/seal.ts";
import type { SmsChannel } from "../sms/gateway.ts";
import { gatewayOf } from "../sms/gateways.ts";
import { requireSms } from "../sms/require_sms.ts";
import type { SmsVariables } from "../sms/sms_sender.ts";

export interface SentCode {
  codeMac: Buffer;
  /** Undefined for numbers with a fixed code, which get no message. */
  message: OutboxRow | undefined;
  claim: SendClaim;
}

export function sendPhoneCode(
  { phone, challengeId, channel, expiresAt }: { phone: string; challengeId: string; channel: SmsChannel; expiresAt: Date },
  input: AuthInput<unknown>,
): SentCode {
  const { config, serverKeys, now } = input;
  requireSms(phone, input);
  const claim = claimOf(phone, input);
  const fixed = fixedCodeOf(phone, config, now);
  if (fixed !== undefined) return { codeMac: macOfFactorCode(fixed, challengeId, serverKeys.otp), message: undefined, claim };
  const code = String(randomInt(10 ** config.mfaPhoneOtpLength)).padStart(config.mfaPhoneOtpLength, "0");
  const gatewayMakesCode = gatewayOf(config)?.check !== undefined;
  const variables: SmsVariables = gatewayMakesCode ? { channel } : { code, channel };
  const message = sealMessage(serverKeys, { kind: "sms", template: "factor_code", to: phone, variables, expiresAt, now });
  // A random MAC, which no code matches. It is replaced once the gateway has confirmed a code.
  return { codeMac: gatewayMakesCode ? randomBytes(32) : macOfFactorCode(code, challengeId, serverKeys.otp), message, claim };
}

/** Of the number's pause and of the budgets of all messages, with the time between two that factors have. */
function claimOf(phone: string, { config, serverKeys, now }: AuthInput<unknown>): SendClaim {
  const claim = sendClaim({ serverKeys, config, about: "reauthentication", address: { phone }, now });
  return { ...claim, pause: claim.pause && { ...claim.pause, seconds: config.mfaPhoneMaxFrequencySeconds } };
}

export function macOfFactorCode(code: string, challengeId: string, key: KeyObject): Buffer {
  return createHmac("sha256", key).update(`factor\0${challengeId}\0${code}`).digest();
}

export function isPhoneCode(code: string, challenge: { id: string; code_mac: Buffer | null }, key: KeyObject): boolean {
  const mac = macOfFactorCode(code, challenge.id, key);
  return challenge.code_mac !== null && challenge.code_mac.length === mac.length && timingSafeEqual(challenge.code_mac, mac);
}
