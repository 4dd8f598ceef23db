// What finance asks of auth, over HTTP. Whom auth does not vouch for is nobody; when auth gives no answer that can be used, nobody comes in.
import { isIP } from "node:net";
import {
  type OutboundAnswer,
  OutboundError,
  type OutboundRequest,
  readJsonObject,
  send,
} from "../../kernel/outbound/outbound.ts";
import type { InvitationOutcome } from "../endpoint.ts";
import { fail } from "../errors.ts";

/** What auth tells of a user. */
export interface AuthUser {
  id: string;
  /** Empty for who signs in by phone. */
  email: string;
  phone: string;
  /** Whether auth has verified that the address is theirs. */
  isEmailConfirmed: boolean;
  isAnonymous: boolean;
  /** Verified: then who they are takes more than the password. */
  hasSecondFactor: boolean;
  bannedUntil: Date | undefined;
  isDeleted: boolean;
  metadata: Readonly<Record<string, unknown>>;
}

export interface UserOfToken {
  user: AuthUser;
  /** Its session has shown no second factor that still counts, whatever the token says. An auth of before does not tell. */
  isAal1: boolean;
}

export interface UserChanges {
  changes: { userId: string; change: string }[];
  cursor: string;
}

export interface AuthLink {
  /** Counts as a try to sign in. Undefined where auth refuses; throws a 429 where it wants to be left alone. */
  checkPassword(credentials: { email: string; password: string; ip: string }): Promise<AuthUser | undefined>;
  /** Whose token it is, unless its user or session has ended. */
  findUserOfToken(token: string): Promise<UserOfToken | undefined>;
  /** Whose app's token it is, unless its session has ended. */
  findUserOfApp(token: string): Promise<AuthUser | undefined>;
  findUser(id: string): Promise<AuthUser | undefined>;
  /** What an administrator may do; undefined for whoever is none. */
  findRights(token: string): Promise<readonly string[] | undefined>;
  /** Mails an invitation: `busy` where auth wants to be left alone for a while, `refused` where it takes no such address. Throws an OutboundError. */
  sendInvitation(invitation: { email: string; inviter: string; token: string; days: number }): Promise<InvitationOutcome>;
  /** Who had deleted their own account by then, some of them. Throws an OutboundError. */
  listDeletedUsers(until: Date): Promise<string[]>;
  /** Nothing is left of them here. Throws an OutboundError. */
  forgetDeletedUser(id: string): Promise<void>;
  /** What happened to users since the cursor, without waiting; undefined if the cursor is no longer good. Throws an OutboundError. */
  readChanges(after: string | undefined): Promise<UserChanges | undefined>;
}

const INVITATION_OUTCOMES: Readonly<Record<number, InvitationOutcome>> = {
  200: "sent",
  400: "refused",
  422: "refused",
  429: "busy",
};

export interface AuthLinkOptions {
  url: string;
  /** With an administrative role. */
  token: string;
}

const LONGEST_ASK_MS = 5_000;
const LONGEST_CHANGES_MS = 1_000;
const MOST_CHANGES_BYTES = 4_000_000;
const RETRY_SECONDS = "1";
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function openAuthLink(options: AuthLinkOptions): AuthLink {
  return { ...openUserLookups(options), ...openServiceCalls(options) };
}

type UserLookups = Pick<AuthLink, "checkPassword" | "findUserOfToken" | "findUserOfApp" | "findUser" | "findRights">;

/** For requests that wait: a failure of auth is a 503. */
function openUserLookups({ url, token: adminToken }: AuthLinkOptions): UserLookups {
  /** What is read in a 200, nothing for one of the statuses that refuse. All else says that auth cannot be asked now. */
  async function ask<T>(
    path: string,
    refusals: readonly number[],
    request: OutboundRequest,
    readIn: (answer: OutboundAnswer) => T,
  ) {
    try {
      const answer = await send(url + path, { ...request, timeoutMs: LONGEST_ASK_MS });
      if (answer.status === 200) return readIn(answer);
      if (refusals.includes(answer.status)) return undefined;
      if (answer.status === 429) throw tooManyTries(answer);
      throw new OutboundError("unreadable", `it answered with status ${answer.status}`);
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      throw fail.unavailable({ headers: { "retry-after": RETRY_SECONDS }, cause: error });
    }
  }

  const findById = (id: string) =>
    ask(`/admin/users/${encodeURIComponent(id)}`, [404], { headers: headersWith(adminToken) }, readOnlyUser);

  /** The user of a token that is good still. */
  async function askAboutApp(token: string): Promise<string | undefined> {
    try {
      const answer = await send(`${url}/oauth/introspect`, postOf(adminToken, { token }));
      // Auth has no apps.
      if (answer.status === 404) return undefined;
      if (answer.status !== 200) throw new OutboundError("unreadable", `it answered with status ${answer.status}`);
      const { active, sub } = readJsonObject(answer);
      return active === true && typeof sub === "string" ? sub : undefined;
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      throw fail.unavailable({ headers: { "retry-after": RETRY_SECONDS }, cause: error });
    }
  }

  return {
    checkPassword: ({ email, password, ip }) =>
      ask("/service/check_password", [400, 422], postOf(adminToken, { email, password, ...(isIP(ip) && { ip }) }), (answer) =>
        readUser(readJsonObject(answer).user),
      ),
    findUserOfToken: (token) =>
      ask("/user", [401, 403], { headers: headersWith(token) }, (answer) => ({
        user: readOnlyUser(answer),
        isAal1: answer.headers["cofre-session-aal"] === "aal1",
      })),
    findUserOfApp: async (token) => {
      const id = await askAboutApp(token);
      return id === undefined ? undefined : findById(id);
    },
    findUser: findById,
    findRights: (token) => ask("/admin/rights", [401, 403], { headers: headersWith(token) }, readRights),
  };
}

/** For jobs: a failure of auth is an OutboundError, and the next run tries again. */
function openServiceCalls({ url, token: adminToken }: AuthLinkOptions): Omit<AuthLink, keyof UserLookups> {
  return {
    sendInvitation: async (invitation) => {
      const answer = await send(`${url}/service/invitations`, postOf(adminToken, invitation));
      const mailed = INVITATION_OUTCOMES[answer.status];
      if (!mailed) throw new OutboundError("unreadable", `it answered with status ${answer.status}`);
      return mailed;
    },
    listDeletedUsers: async (until) => {
      const query = new URLSearchParams({ until: until.toISOString() });
      const request = { headers: headersWith(adminToken), timeoutMs: LONGEST_ASK_MS };
      const answer = await send(`${url}/service/deleted_users?${query}`, request);
      if (answer.status !== 200) throw new OutboundError("unreadable", `it answered with status ${answer.status}`);
      return readDeleted(readJsonObject(answer), until);
    },
    forgetDeletedUser: async (id) => {
      const request = { method: "DELETE", headers: headersWith(adminToken), timeoutMs: LONGEST_ASK_MS } as const;
      const { status } = await send(`${url}/service/deleted_users/${encodeURIComponent(id)}`, request);
      if (status !== 204 && status !== 404) throw new OutboundError("unreadable", `it answered with status ${status}`);
    },
    readChanges: async (after) => {
      const query = after === undefined ? "" : `?${new URLSearchParams({ after })}`;
      const answer = await send(`${url}/service/user_changes${query}`, {
        headers: headersWith(adminToken),
        timeoutMs: LONGEST_CHANGES_MS,
        mostBytes: MOST_CHANGES_BYTES,
      });
      if (answer.status === 410) return undefined;
      if (answer.status !== 200) throw new OutboundError("unreadable", `it answered with status ${answer.status}`);
      return readPage(readJsonObject(answer));
    },
  };
}

const postOf = (token: string, body: object) => ({
  method: "POST" as const,
  headers: { ...headersWith(token), "content-type": "application/json" },
  body: JSON.stringify(body),
  timeoutMs: LONGEST_ASK_MS,
});

function readRights(answer: OutboundAnswer): readonly string[] {
  const { rights } = readJsonObject(answer);
  if (!Array.isArray(rights)) throw new OutboundError("unreadable", "its answer holds no rights");
  return rights.filter((right) => typeof right === "string");
}

const readOnlyUser = (answer: OutboundAnswer): AuthUser => readUser(readJsonObject(answer));

function headersWith(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}`, accept: "application/json", "user-agent": "cofre finance" };
}

function tooManyTries({ headers }: OutboundAnswer): Error {
  const retryAfter = headers["retry-after"] ?? "";
  const seconds = /^\d{1,6}$/.test(retryAfter) ? retryAfter : RETRY_SECONDS;
  return fail.tooManyTries({ values: { seconds }, headers: { "retry-after": seconds } });
}

function readUser(value: unknown): AuthUser {
  const user = (typeof value === "object" && value !== null ? value : {}) as Record<string, unknown>;
  const { id, email, phone, user_metadata: metadata, banned_until: bannedUntil, deleted_at: deletedAt } = user;
  if (typeof id !== "string" || !UUID.test(id)) throw new OutboundError("unreadable", "its answer holds no user");
  return {
    id,
    email: typeof email === "string" ? email : "",
    phone: typeof phone === "string" ? phone : "",
    isEmailConfirmed: typeof user.email_confirmed_at === "string",
    isAnonymous: user.is_anonymous === true,
    hasSecondFactor: hasVerified(user.factors),
    bannedUntil: typeof bannedUntil === "string" ? new Date(bannedUntil) : undefined,
    isDeleted: typeof deletedAt === "string",
    metadata: typeof metadata === "object" && metadata !== null ? (metadata as Record<string, unknown>) : {},
  };
}

function hasVerified(factors: unknown): boolean {
  return Array.isArray(factors) && factors.some((each: { status?: unknown } | null) => each?.status === "verified");
}

/** The moments are looked at again, because what comes of this cannot be undone. */
function readDeleted({ users }: Record<string, unknown>, until: Date): string[] {
  if (!Array.isArray(users)) throw new OutboundError("unreadable", "its answer holds no users");
  const isDue = ({ user_id: id, deleted_at: at }: Record<string, unknown>) =>
    typeof id === "string" && UUID.test(id) && typeof at === "string" && Date.parse(at) <= until.getTime();
  return users.filter(isDue).map(({ user_id: id }) => id as string);
}

function readPage({ changes, cursor }: Record<string, unknown>): UserChanges {
  if (!Array.isArray(changes) || typeof cursor !== "string" || cursor === "") {
    throw new OutboundError("unreadable", "its answer holds no changes");
  }
  return { cursor, changes: changes.map(({ user_id: userId, change }) => ({ userId: String(userId), change: String(change) })) };
}
