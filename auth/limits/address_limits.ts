// What one client may request, whatever user it names. A client is an address, or a /64 of IPv6.
import { networkOf } from "../../kernel/http/client_address.ts";
import type { AuthConfig } from "../config.ts";
import type { Limit } from "./queries_tries.ts";
import { type LimitKeys, type TryRule, tryKey } from "./tries.ts";

type Rates = Pick<
  AuthConfig,
  | "rateLimitTokenRefresh"
  | "rateLimitVerify"
  | "rateLimitOtp"
  | "rateLimitAnonymousUsers"
  | "mfaRateLimitChallengeAndVerify"
  | "rateLimitPasskey"
  | "rateLimitWeb3"
  | "rateLimitOauthRegister"
  | "rateLimitSso"
  | "samlRateLimitAssertion"
>;
type Limits = Rates & Pick<AuthConfig, "upstreamAnswers" | "rateLimitHeader">;

const MINUTE = 60;
const FIVE_MINUTES = 300;
const HOUR = 3600;

/** Each name is a budget of its own. */
export const ADDRESS_LIMITS = {
  token: ["rateLimitTokenRefresh", FIVE_MINUTES],
  authorize: ["rateLimitTokenRefresh", FIVE_MINUTES],
  verify: ["rateLimitVerify", FIVE_MINUTES],
  signup: ["rateLimitOtp", FIVE_MINUTES],
  recover: ["rateLimitOtp", FIVE_MINUTES],
  resend: ["rateLimitOtp", FIVE_MINUTES],
  magiclink: ["rateLimitOtp", FIVE_MINUTES],
  otp: ["rateLimitOtp", FIVE_MINUTES],
  user: ["rateLimitOtp", FIVE_MINUTES],
  factorChallenge: ["mfaRateLimitChallengeAndVerify", MINUTE],
  factorVerify: ["mfaRateLimitChallengeAndVerify", MINUTE],
  passkeyOptions: ["rateLimitPasskey", FIVE_MINUTES],
  passkeyVerify: ["rateLimitPasskey", FIVE_MINUTES],
  web3: ["rateLimitWeb3", FIVE_MINUTES],
  oauthAuthorize: ["rateLimitTokenRefresh", FIVE_MINUTES],
  oauthToken: ["rateLimitTokenRefresh", FIVE_MINUTES],
  oauthRegister: ["rateLimitOauthRegister", FIVE_MINUTES],
  sso: ["rateLimitSso", FIVE_MINUTES],
  samlAssertion: ["samlRateLimitAssertion", FIVE_MINUTES],
  serverOwner: ["rateLimitVerify", FIVE_MINUTES],
  anonymous: ["rateLimitAnonymousUsers", HOUR],
} as const satisfies Record<string, readonly [keyof Rates, number]>;

export type AddressLimit = keyof typeof ADDRESS_LIMITS;

export interface LimitWorld {
  config: Limits;
  serverKeys: LimitKeys;
}

/** What a limit is set to; undefined where it is switched off. Supabase Auth knows no client until a header is named that says it. */
export function addressLimit(config: Limits, name: AddressLimit): Limit | undefined {
  const [variable, seconds] = ADDRESS_LIMITS[name];
  const events = config[variable];
  if (events === 0 || (config.upstreamAnswers && config.rateLimitHeader === undefined)) return undefined;
  // Whole microseconds, as the database has them: what is rounded up there would lose the last of the events.
  return { shape: "bucket", events, spanMicroseconds: Math.max(1, Math.floor((seconds * 1_000_000) / events)) };
}

/** The rule of one limit for one client, as a list: it is empty where the limit is switched off. */
export function addressRules({ config, serverKeys }: LimitWorld, name: AddressLimit, client: string): TryRule[] {
  const limit = addressLimit(config, name);
  return limit ? [{ name, key: tryKey(serverKeys, name, networkOf(client)), limit }] : [];
}
