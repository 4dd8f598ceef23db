// Access tokens of auth. The key decides how it is used: a shared secret only ever checks HS256, published keys only ever the others.
import { compactVerify, createRemoteJWKSet, customFetch } from "jose";
import { openerOf, secretKeyOf } from "../../kernel/jws.ts";
import { OutboundError, readJsonObject, send } from "../../kernel/outbound/outbound.ts";
import { fail } from "../errors.ts";
import type { AppAccess } from "./app_access.ts";

export interface BearerConfig {
  jwtSecret: string | undefined;
  jwksUrl: string | undefined;
  jwtAud: string;
  /** What tokens of apps must be for, and who gives them; undefined: they are refused. */
  app?: AppAccess | undefined;
}

/** What finance relies on in a token. Whether its user and session still are, it does not say. */
export interface BearerClaims {
  userId: string;
  expiresAtSeconds: number;
  /** The session had shown a second factor when the token was made. */
  isAal2: boolean;
  /** Of an app's token: what it may do. */
  scopes?: string[];
  /** An administrator holds it who sees the account: they look, and change nothing. */
  isReadOnly?: true;
}

export interface Bearer {
  /** Undefined for whatever is not a token of auth for one of its users, valid at this moment. */
  verify(token: string, now: Date): Promise<BearerClaims | undefined>;
}

type Payload = Readonly<Record<string, unknown>>;
type Opener = (token: string) => Promise<Payload | undefined>;

const MOST_CHARACTERS = 32_768;
const PUBLISHED_METHODS = ["RS256", "RS512", "ES256", "ES512", "EdDSA"];
/** Headers that bring a key along or ask for rules that we do not have. A token of auth never has them. */
const REFUSED_HEADERS = ["crit", "jku", "jwk", "x5c", "x5u"];

export function openBearer({ jwtSecret, jwksUrl, jwtAud, app }: BearerConfig): Bearer {
  const openShared = jwtSecret === undefined ? undefined : sharedSecret(jwtSecret);
  const openPublished = jwksUrl === undefined ? undefined : publishedKeys(jwksUrl);
  return {
    verify: async (token, now) => {
      const header = readHeader(token);
      if (!header || REFUSED_HEADERS.some((name) => name in header)) return undefined;
      const payload = await (header.alg === "HS256" ? openShared : openPublished)?.(token);
      return payload && (isOfApp(payload) ? readAppClaims(payload, app, now) : readClaims(payload, jwtAud, now));
    },
  };
}

/** The token of an `Authorization: Bearer` header. */
export function readBearer(header: string): string | undefined {
  const token = /^bearer +([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(header)?.[1];
  return token !== undefined && token.length <= MOST_CHARACTERS ? token : undefined;
}

function readHeader(token: string): { alg?: unknown } | undefined {
  try {
    const header: unknown = JSON.parse(Buffer.from(token.slice(0, token.indexOf(".")), "base64url").toString());
    return typeof header === "object" && header !== null ? header : undefined;
  } catch {
    return undefined;
  }
}

function sharedSecret(secret: string): Opener {
  const open = openerOf("HS256", secretKeyOf(secret));
  return async (token) => {
    try {
      return open(token);
    } catch {
      return undefined;
    }
  };
}

const KEYS_TIMEOUT_MS = 2_000;
const KEYS_MOST_BYTES = 200_000;

/** Fetched when first needed, again after ten minutes, and for an unknown key at most twice a minute. */
function publishedKeys(url: string): Opener {
  const keys = createRemoteJWKSet(new URL(url), {
    cooldownDuration: 30_000,
    cacheMaxAge: 600_000,
    [customFetch]: async () => {
      const answer = await send(url, { timeoutMs: KEYS_TIMEOUT_MS, mostBytes: KEYS_MOST_BYTES });
      if (answer.status !== 200) throw new OutboundError("unreadable", `it answered with status ${answer.status}`);
      return Response.json(readJsonObject(answer));
    },
  });
  return async (token) => {
    try {
      const { payload } = await compactVerify(token, keys, { algorithms: PUBLISHED_METHODS });
      const claims: unknown = JSON.parse(new TextDecoder().decode(payload));
      return typeof claims === "object" && claims !== null ? (claims as Payload) : undefined;
    } catch (error) {
      // Without the keys nobody can say whether the token is good; telling its owner that it is not would sign them out.
      if (error instanceof OutboundError) throw fail.unavailable({ headers: { "retry-after": "1" }, cause: error });
      return undefined;
    }
  };
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Machines' clocks differ a little, so a token may come before it was issued. */
const CLOCK_SKEW_SECONDS = 60;

/** What an app of somebody else was given is not its user's own. */
function isOfApp({ client_id: clientId }: Payload): boolean {
  return clientId !== undefined;
}

/** It must be for this service, and say for what. */
export function readAppClaims(payload: Payload, app: BearerConfig["app"], now: Date): BearerClaims | undefined {
  const { iss, scope } = payload;
  if (!app || iss !== app.issuer || typeof scope !== "string") return;
  const claims = readClaims({ ...payload, client_id: undefined }, app.resource, now);
  return claims && { ...claims, scopes: scope.split(" ").filter((each) => app.scopes.includes(each)) };
}

/** Operators' tokens name no user or no session, and anonymous users have no money: they are nobody here. */
export function readClaims(payload: Payload, audience: string, now: Date): BearerClaims | undefined {
  const { sub, exp, nbf, iat, aud, session_id: sessionId, is_anonymous: isAnonymous, client_id: clientId } = payload;
  const seconds = now.getTime() / 1000;
  const isInTime =
    isTime(exp) &&
    exp > seconds &&
    (nbf === undefined || (isTime(nbf) && nbf <= seconds)) &&
    (iat === undefined || (isTime(iat) && iat <= seconds + CLOCK_SKEW_SECONDS));
  if (!isInTime || ![aud].flat().includes(audience) || !isUuid(sub) || !isUuid(sessionId) || isAnonymous === true) return;
  if (clientId !== undefined) return;
  const isReadOnly = payload.act !== undefined;
  return { userId: sub, expiresAtSeconds: exp, isAal2: payload.aal === "aal2", ...(isReadOnly && { isReadOnly }) };
}

/** JSON can say 1e999, which is read as infinity and would never be over. */
function isTime(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value);
}

function isUuid(value: unknown): value is string {
  return typeof value === "string" && UUID.test(value);
}
