// Twilio Verify: makes the code, sends it in a text of its own, and says whether a code is the right one. A code that it has called right
// is used up there.
import type { AuthConfig } from "../config.ts";
import { NotNow } from "../mail/transport.ts";
import { askGateway, basicAuthorization, isTaken, refusal, takenAs } from "./ask_gateway.ts";
import type { SmsGateway } from "./gateway.ts";

/** "Max check attempts reached", which comes with the status of "too many requests". */
const TRIES_USED_UP = 60_202;

export const twilioVerify: SmsGateway = {
  channels: ["sms", "whatsapp"],
  send: async ({ to, channel, hear }, config) => {
    const answer = await callTwilio("Verifications", { To: `+${to}`, Channel: channel }, config, { hear });
    if (!isTaken(answer)) throw refusal(answer, answer.body.code);
    return takenAs(answer.body.sid);
  },
  check: async ({ to, code }, config) => {
    if (!/^\d{4,10}$/.test(code)) return false;
    const answer = await callTwilio("VerificationCheck", { To: `+${to}`, Code: code }, config, {
      timeoutMs: checkTimeoutSeconds(config),
    });
    const { status, valid, code: problem } = answer.body;
    if (isTaken(answer) && typeof status === "string") return status === "approved" && valid === true;
    // No code waits for this number, which may be none at all; or one does, and was tried too often.
    if ([400, 404].includes(answer.status) || (answer.status === 429 && problem === TRIES_USED_UP)) return false;
    throw new NotNow(refusal(answer, problem).message);
  },
};

type CallOptions = Pick<NonNullable<Parameters<typeof askGateway>[2]>, "timeoutMs" | "hear">;

function callTwilio(resource: string, fields: Record<string, string>, config: AuthConfig, options: CallOptions) {
  const { smsTwilioVerifyAccountSid: account = "", smsTwilioVerifyAuthToken: token = "" } = config;
  const { smsTwilioVerifyMessageServiceSid: service = "", smsGatewayUrl: base = "https://verify.twilio.com" } = config;
  const url = `${base}/v2/Services/${encodeURIComponent(service)}/${resource}`;
  return askGateway(url, fields, { headers: basicAuthorization(account, token), ...options });
}

const LONGEST_CHECK_MS = 5_000;

/** A user is waiting for the answer, and the rest of the request takes time too. */
function checkTimeoutSeconds({
  apiMaxRequestDurationSeconds: seconds,
}: Pick<AuthConfig, "apiMaxRequestDurationSeconds">): number {
  return Math.min(LONGEST_CHECK_MS, seconds * 500);
}
