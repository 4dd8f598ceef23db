// Checks the auth service that finance uses: whether it answers, accepts our token, and publishes its keys.
import { OutboundError, readJsonObject, send } from "../../kernel/outbound/outbound.ts";
import type { Facts, Finding } from "./finding.ts";

const LONGEST_ANSWER_MS = 3_000;

/** Skipped beside finance's own auth service, which the all-in-one start configures. */
export async function checkAuthLink({ environment, finance: { config } }: Facts): Promise<Finding[]> {
  const findings: Promise<Finding>[] = [];
  if (config.authUrl && environment.FINANCE_AUTH_URL?.trim()) findings.push(checkToken(config.authUrl, config.authToken));
  if (config.jwksUrl && environment.FINANCE_JWKS_URL?.trim()) findings.push(checkKeys(config.jwksUrl));
  return Promise.all(findings);
}

function checkToken(url: string, token: string): Promise<Finding> {
  return finding("finance's auth service", "FINANCE_AUTH_URL", async () => {
    const headers = { authorization: `Bearer ${token}`, "user-agent": "cofre doctor" };
    const { status } = await send(`${url}/service/user_changes`, { headers, timeoutMs: LONGEST_ANSWER_MS });
    if (status === 200) return "answers and accepts the token";
    if (status === 401 || status === 403) {
      throw new OutboundError("unreadable", "it rejects FINANCE_AUTH_TOKEN; create one with a role of AUTHSVC_JWT_ADMIN_ROLES");
    }
    throw new OutboundError("unreadable", `it answered with status ${status}`);
  });
}

function checkKeys(url: string): Promise<Finding> {
  return finding("keys of finance's auth service", "FINANCE_JWKS_URL", async () => {
    const answer = await send(url, { headers: { "user-agent": "cofre doctor" }, timeoutMs: LONGEST_ANSWER_MS });
    const keys = answer.status === 200 ? readJsonObject(answer).keys : undefined;
    if (!Array.isArray(keys)) throw new OutboundError("unreadable", "its answer is not a set of keys");
    return `${keys.length} published`;
  });
}

async function finding(subject: string, variable: string, ask: () => Promise<string>): Promise<Finding> {
  try {
    return { level: "ok", subject, text: await ask() };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return { level: "FAIL", subject, text: `${variable}: ${error.message}` };
  }
}
