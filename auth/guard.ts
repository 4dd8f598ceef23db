// What an endpoint asks for before it runs: that its caller has not come too often, and then that a person stands behind the call.
import { Fault } from "../kernel/errors.ts";
import type { Endpoint, Input, Request } from "../kernel/http/endpoint.ts";
import { readCaptchaToken, requireCaptcha } from "./captcha/captcha.ts";
import type { AuthAccess, AuthCaller, AuthWorld, Guards, RequestParts } from "./endpoint.ts";
import { hasRight, requireRight } from "./grants/administrator.ts";
import { readReason } from "./grants/reason.ts";
import { addressRules } from "./limits/address_limits.ts";
import { countingFailures, requireTries, type TryRule } from "./limits/tries.ts";

type Enter = (access: AuthAccess, request: Request) => Promise<AuthCaller> | AuthCaller;
type AuthEndpoint = Endpoint<AuthWorld, AuthAccess, AuthCaller, Guards>;
type GuardInput = Input<AuthWorld, AuthCaller, unknown, unknown, unknown>;

const NEEDS = ["right", "limit", "captcha"] as const;

export function guardBy(enter: Enter) {
  const guard = async (endpoint: Guards, input: GuardInput): Promise<void> => {
    const { limit, captcha, right } = endpoint;
    const parts = partsOf(input);
    if (right !== undefined)
      for (const each of typeof right === "function" ? right(parts) : [right])
        requireRight(input.caller.administrator, each, readReason(input.request));
    const { config, db, request, now } = input;
    const isRequired = typeof captcha === "function" ? captcha(parts) : captcha === true;
    if (config.captchaEnabled && isRequired && !(await isOperator(request, enter)))
      return guardWithCaptcha(endpoint, input, parts);
    await requireTries(db, limitOf(limit, input, parts), now);
  };
  // Where there is nothing to wait for, nobody waits: most requests are such.
  return (endpoint: Guards, input: GuardInput): Promise<void> | undefined =>
    NEEDS.every((need) => endpoint[need] === undefined) ? undefined : guard(endpoint, input);
}

async function guardWithCaptcha({ limit, failureLimit }: Guards, input: GuardInput, parts: RequestParts): Promise<void> {
  const { db, now } = input;
  const client = input.request.ip;
  const check = { ...input, token: readCaptchaToken(parts.body), client };
  const rules = limitOf(limit, input, parts);
  if (failureLimit === undefined) return requireCaptcha(check, rules);
  const failures = addressRules(input, failureLimit, client);
  const observed = failures.map((rule) => ({ ...rule, isOnlySeen: true as const }));
  await countingFailures({ db, rules: failures, now }, () => requireCaptcha(check, [...rules, ...observed]));
}

/** The endpoint, with a handler whose failures count for the limit that it names. */
export function withFailureLimit(endpoint: AuthEndpoint): AuthEndpoint {
  const { failureLimit, claimsFailureLimit, handle } = endpoint;
  if (failureLimit === undefined) return endpoint;
  return {
    ...endpoint,
    handle: (input) => {
      const { db, request, now } = input;
      if (claimsFailureLimit?.(partsOf(input))) return handle(input);
      return countingFailures({ db, rules: addressRules(input, failureLimit, request.ip), now }, async () => handle(input));
    },
  };
}

function partsOf({ body, query }: GuardInput): RequestParts {
  return { body: body ?? {}, query: query ?? {} } as RequestParts;
}

function limitOf(limit: Guards["limit"], input: GuardInput, parts: RequestParts): TryRule[] {
  const name = typeof limit === "function" ? limit(parts) : limit;
  return name === undefined ? [] : addressRules(input, name, input.request.ip);
}

/** Servers that act for users have an operator's token and cannot solve captchas. An invalid token counts as none. */
async function isOperator(request: Request, enter: Enter): Promise<boolean> {
  if (request.headers.authorization === undefined) return false;
  try {
    const { administrator } = await enter("admin", request);
    return administrator !== undefined && hasRight(administrator, "users:create");
  } catch (error) {
    if (error instanceof Fault) return false;
    throw error;
  }
}
