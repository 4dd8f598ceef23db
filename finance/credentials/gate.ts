// Authenticates a caller: by an API token of ours, or by a password or an access token that auth confirms. basic.ts and bearer.ts read
// headers, and auth_link.ts calls auth. answer_cache.ts and memory.ts cache its answers, token_owners.ts the owners of tokens, and feed.ts reads what changes there.
// api_tokens.ts is the API of tokens.
import type { Log } from "../../kernel/log/log.ts";
import type { Db } from "../../kernel/sql/database.ts";
import type { TokenRights } from "../endpoint.ts";
import { openAnswerCache } from "./answer_cache.ts";
import { looksLikeApiToken } from "./api_token.ts";
import type { AuthLink, AuthUser } from "./auth_link.ts";
import type { BasicCredentials } from "./basic.ts";
import { type Bearer, type BearerClaims, readBearer } from "./bearer.ts";
import { startFeed } from "./feed.ts";
import type { TokenOwner } from "./queries.ts";
import { openTokenOwners } from "./token_owners.ts";
import { appRights, READ_ONLY } from "./token_rights.ts";

/** Somebody who may come in. `Member`: who they are to the rest of the service. */
export interface Authenticated<Member> {
  member: Member;
  /** What an API token or the token of an app may do; the second is none of ours, and has no id. */
  token: (TokenRights & { id?: number }) | undefined;
}

/** What somebody lacks who has a second factor and showed the first: for a password that is an API token in its place. */
export type MissingProof = "an API token" | "the second factor";

export interface Gate<Member> {
  /** Undefined: nobody whom we know, for whatever reason. `ip` is whose tries are counted. */
  enterByBasic(credentials: BasicCredentials, ip: string): Promise<Authenticated<Member> | MissingProof | undefined>;
  enterByBearer(header: string): Promise<Authenticated<Member> | MissingProof | undefined>;
  /** By a token alone, as it stands in an address: only one that may do nothing but this. */
  enterByAddress(secret: string, onlyScope: string): Promise<Authenticated<Member> | undefined>;
  /** False while auth has to be asked at every request, because its changes are not heard. */
  hearsAuth(): boolean;
  stop(): Promise<void>;
}

export interface GateOptions<Member> {
  db: Db;
  link: AuthLink;
  bearer: Bearer;
  /** Turns whom auth vouches for into a member, at first use by making one. */
  welcome(user: AuthUser): Promise<Member>;
  /** Users whose address is another one now, or who are gone. */
  onNewAddress(authUserIds: string[]): void;
  log: Log;
  now: () => Date;
}

interface AuthAnswer<Member> {
  authUserId: string;
  email: string;
  /** Undefined where the user has a second factor, which this way in does not show: they are known, and nobody here. */
  member: Member | undefined;
  /** Of the access token. */
  expiresAtSeconds: number;
  /** Of an app. */
  rights?: TokenRights;
}

const MOVES = ["email_changed", "deleted"];

export function openGate<Member>({ db, link, bearer, welcome, onNewAddress, log, now }: GateOptions<Member>): Gate<Member> {
  const feed = startFeed({
    readChanges: link.readChanges,
    onChanges: (changes) => {
      for (const { userId } of changes) cache.forget(userId);
      const moved = changes.filter(({ change }) => MOVES.includes(change)).map(({ userId }) => userId);
      if (moved.length > 0) onNewAddress(moved);
    },
    onLost: () => cache.forgetAll(),
    log,
  });
  const cache = openAnswerCache<AuthAnswer<Member>>({ isSilent: feed.isSilent });
  const tokens = openTokenOwners({ db, log, now });
  const { vouch, vouchForBearer } = openVouching({ link, welcome, now });

  function findVouched({ auth_user_id: authUserId }: TokenOwner) {
    return cache.learn(["user", authUserId], async () => vouch(await link.findUser(authUserId), true));
  }

  return {
    async enterByBasic({ email, secret }, ip) {
      const token = looksLikeApiToken(secret) ? await tokens.ownerOf(secret) : undefined;
      if (token) {
        const owner = await findVouched(token);
        if (!owner?.member) return undefined;
        if (isSameAddress(owner.email, email)) {
          if (isOver(token, now())) return undefined;
          tokens.noteUseOf(token);
          return { member: owner.member, token };
        }
      }
      // A token that is unknown or somebody else's may still be a password; if it is not, auth counts it as a wrong one.
      const words = ["password", email.toLowerCase(), secret];
      const user = await cache.learn(words, async () => vouch(await link.checkPassword({ email, password: secret, ip }), false));
      return user && (user.member ? { member: user.member, token: undefined } : "an API token");
    },
    async enterByBearer(header) {
      const token = readBearer(header);
      if (token === undefined) return undefined;
      const user = await cache.learn(["bearer", token], async () => {
        const claims = await bearer.verify(token, now());
        return claims && vouchForBearer(token, claims);
      });
      if (!user || user.expiresAtSeconds <= now().getTime() / 1000) return undefined;
      return user.member ? { member: user.member, token: user.rights } : "the second factor";
    },
    async enterByAddress(secret, onlyScope) {
      const token = looksLikeApiToken(secret) ? await tokens.ownerOf(secret) : undefined;
      if (!token || isOver(token, now()) || token.scopes?.join() !== onlyScope) return undefined;
      const owner = await findVouched(token);
      if (!owner?.member) return undefined;
      tokens.noteUseOf(token);
      return { member: owner.member, token };
    },
    hearsAuth: () => !feed.isSilent(),
    stop: () => feed.stop(),
  };
}

/** Whom auth answers for, and as which member. */
function openVouching<Member>({ link, welcome, now }: Pick<GateOptions<Member>, "link" | "welcome" | "now">) {
  /** `isEnough`: the way in proves all that the user has, or stands for itself. */
  async function vouch(
    user: AuthUser | undefined,
    isEnough: boolean,
    expiresAtSeconds = Number.POSITIVE_INFINITY,
  ): Promise<AuthAnswer<Member> | undefined> {
    if (!user || user.isAnonymous || user.isDeleted || (user.bannedUntil && user.bannedUntil > now())) return undefined;
    const member = isEnough || !user.hasSecondFactor ? await welcome(user) : undefined;
    return { authUserId: user.id, email: user.email, member, expiresAtSeconds };
  }

  /** Tokens of ours and of apps go on as what they are: whoever made them had shown all that was asked for then. */
  async function vouchForBearer(token: string, claims: BearerClaims): Promise<AuthAnswer<Member> | undefined> {
    const { userId, expiresAtSeconds, scopes } = claims;
    if (scopes) {
      const user = await link.findUserOfApp(token);
      const vouched = user?.id === userId ? await vouch(user, true, expiresAtSeconds) : undefined;
      return vouched && { ...vouched, rights: appRights(scopes) };
    }
    const reply = await link.findUserOfToken(token);
    if (reply?.user.id !== userId) return undefined;
    const vouched = await vouch(reply.user, claims.isAal2 && !reply.isAal1, expiresAtSeconds);
    return vouched && claims.isReadOnly ? { ...vouched, rights: READ_ONLY } : vouched;
  }

  return { vouch, vouchForBearer };
}

function isOver({ expires_at: expiresAt }: TokenRights, now: Date): boolean {
  return expiresAt !== null && expiresAt <= now;
}

function isSameAddress(one: string, other: string): boolean {
  return one !== "" && one.toLowerCase() === other.toLowerCase();
}
