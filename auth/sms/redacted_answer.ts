// A gateway's answer as an administrator sees it: without our credentials, and with the number's last digits alone.
import { SMS_CREDENTIALS, smsGateways } from "../config/sms.ts";
import type { AuthConfig } from "../config.ts";
import type { GatewayAnswer } from "./ask_gateway.ts";

const MOST_CHARACTERS = 4_000;
const HIDDEN = "(hidden)";
/** Shorter ones would hide parts of other words. */
const SHORTEST = 3;

export interface RedactedAnswer {
  status: number;
  /** JSON, cut where it is long; empty where it was no JSON object; null where it is not shown. */
  body: string | null;
}

export function redactedAnswer({ status, body }: GatewayAnswer, to: string, config: AuthConfig): RedactedAnswer {
  if (!isTrusted(config)) return { status, body: null };
  if (Object.keys(body).length === 0) return { status, body: "" };
  const credentials = Object.values(SMS_CREDENTIALS).flatMap((keys) => keys.map((key) => config[key]));
  const secrets = credentials.filter((each) => typeof each === "string" && each.length >= SHORTEST);
  let text = JSON.stringify(body, null, 2);
  for (const secret of secrets) text = text.replaceAll(JSON.stringify(secret).slice(1, -1), HIDDEN);
  return { status, body: text.replaceAll(to, maskedNumber(to)).slice(0, MOST_CHARACTERS) };
}

/** Whoever sets another address in the console could otherwise read what servers of the operator's network say. */
function isTrusted({ smsGatewayUrl, origin }: AuthConfig): boolean {
  return smsGatewayUrl === undefined || origin.sourceOf(smsGateways.smsGatewayUrl) !== "settings";
}

export const maskedNumber = (to: string): string => `…${to.slice(-4)}`;
