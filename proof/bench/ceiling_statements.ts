// The services' statements for each workload, built before the measurement.
import { randomUUID } from "node:crypto";
import { findCaller } from "../../auth/account/queries.ts";
import { readAuthConfig } from "../../auth/config.ts";
import { deriveServerKeys } from "../../auth/keys/server_keys.ts";
import { hashCode } from "../../auth/oauth_server/approve.ts";
import {
  findClientWithCode,
  findClientWithGrant,
  redeemCode,
  refreshAppSession,
} from "../../auth/oauth_server/queries_tokens.ts";
import { refreshSession } from "../../auth/sign_in/queries.ts";
import { readLink } from "../../auth/verification/proof.ts";
import { redeem } from "../../auth/verification/redeem.ts";
import type { Redemption } from "../../auth/verification/redemption.ts";
import type { Database, Db } from "../../kernel/sql/database.ts";
import { type Sql, sql } from "../../kernel/sql/sql.ts";
import { barePost } from "./bare_post.ts";
import { callRoute } from "./call_route.ts";

export interface CeilingSupplies {
  databases: Record<"auth" | "finance", { url: string; schema: string }>;
  /** Sessions for this measurement only. */
  sessions: { userId: string; sessionId: string }[];
  /** The app of the sessions, if any. */
  appId?: string;
  /** Codes of that app, each for one exchange. */
  codes?: string[];
  linkTokens: string[];
  members: { email: string; months: string[]; accounts: number[]; invoice?: string }[];
}

export type Maker = StatementMaker | TransactionMaker;

/** For work of several statements: the transactions of a lane, in order. */
export interface TransactionMaker {
  service: "auth" | "finance";
  transactions(
    db: Database,
    supplies: CeilingSupplies,
    index: number,
    lanes: number,
  ): Promise<() => Promise<unknown> | undefined>;
}

export interface StatementMaker {
  service: "auth" | "finance";
  /** A lane's statements, in order. */
  statements(
    db: Database,
    supplies: CeilingSupplies,
    index: number,
    lanes: number,
    seconds: number,
  ): Promise<() => Sql | undefined>;
}

/** More than any test machine reaches. */
const MOST_A_SECOND = 12_000;

const CONFIG = readAuthConfig({}).config;
const KEYS = deriveServerKeys({ ...CONFIG, jwtSecret: "of the bench" });

export const statementsOf: Record<string, Maker> = {
  "get user": {
    service: "auth",
    statements: async (_db, { sessions }, index) => {
      const { userId, sessionId } = at(sessions, index);
      return again(await statementsIn((db) => findCaller(db, { userId, sessionId }, CONFIG, new Date())));
    },
  },

  refresh: {
    service: "auth",
    statements: async (database, { sessions }, index, lanes, seconds) => {
      const { sessionId } = at(sessions, index);
      const request = { ip: "127.0.0.1", requestId: randomUUID(), now: new Date() };
      const created: Sql[] = [];
      const { first } = await database.one<{ first: number }>(
        sql`select refresh_counter as first from sessions where id = ${sessionId}`,
      );
      for (let each = 0; each < (MOST_A_SECOND * seconds) / lanes; each++) {
        const token = { sessionId, counter: first + each };
        created.push(...(await statementsIn((db) => refreshSession(db, token, CONFIG, request))));
      }
      let next = 0;
      return () => created[next++];
    },
  },

  // The second statement is sent after the first answer.
  "app refresh": {
    service: "auth",
    transactions: async (db, { sessions, appId = "" }, index) => {
      const { sessionId } = at(sessions, index);
      const request = { ip: "127.0.0.1", requestId: randomUUID(), now: new Date() };
      const { first } = await db.one<{ first: number }>(
        sql`select refresh_counter as first from sessions where id = ${sessionId}`,
      );
      let counter = first;
      return async () => {
        await findClientWithGrant(db, appId, sessionId);
        return refreshAppSession(db, appId, { sessionId, counter: counter++ }, CONFIG, request);
      };
    },
  },

  "app code": {
    service: "auth",
    transactions: async (db, { codes = [], appId = "" }, index, lanes) => {
      const request = { ip: "127.0.0.1", requestId: randomUUID(), now: new Date(), userAgent: "bench", limits: CONFIG };
      return spending(codes, index, lanes, async (code) => {
        const { authorization_id: id } = (await findClientWithCode(db, appId, hashCode(code))) ?? {};
        return redeemCode(db, id ?? "", { ...request, id: randomUUID() }, CONFIG.sessionsMaxPerUser);
      });
    },
  },

  verify: {
    service: "auth",
    transactions: async (db, { linkTokens }, index, lanes) =>
      spending(linkTokens, index, lanes, (token) => redeem(db, redemptionOf(token))),
  },

  "month list": reading("/transactions", (member, round) => {
    const month = at(member.months, round);
    return { query: { start_date: month, end_date: month } };
  }),

  create: {
    service: "finance",
    transactions: async (db, supplies, index) => {
      const member = at(supplies.members, index);
      const day = `${at(member.months, index).slice(0, 8)}15`;
      const body = { description: "Padaria", amount_cents: -1_250, date: day, account_id: at(member.accounts, index), tags: [] };
      return barePost(db, await statementsOfRoute(db, member.email, "POST", "/transactions", { body }));
    },
  },

  balances: reading("/balances", (member, round) => {
    const month = at(member.months, round);
    const query = { account_id: String(at(member.accounts, round)), start_date: month, end_date: `${month.slice(0, 8)}28` };
    return { query };
  }),

  budgets: reading("/budgets/:year/:month", (member, round) => {
    const [year, month] = at(member.months, round).split("-");
    return { params: { year, month } };
  }),

  invoice: reading("/credit_cards/:id/invoices/:number", (member) => {
    const [, , id, , number] = (member.invoice ?? "").split("/");
    return { params: { id, number, invoice_id: number } };
  }),
};

/** Each secret is used once, by one lane. */
function spending(secrets: readonly string[], index: number, lanes: number, spend: (secret: string) => Promise<unknown>) {
  let next = index;
  return () => {
    const secret = secrets[next];
    next += lanes;
    return secret === undefined ? undefined : spend(secret);
  };
}

function redemptionOf(token: string): Redemption {
  const request = { ip: "127.0.0.1", requestId: randomUUID(), now: new Date() };
  const session = { ...request, id: randomUUID(), method: "otp", userAgent: "bench", device: undefined, most: 0, limits: CONFIG };
  const proof = readLink("magiclink", token);
  const world = { config: CONFIG, serverKeys: KEYS, request: { headers: {} }, now: request.now };
  return {
    ...request,
    world,
    proof,
    newPassword: undefined,
    requiresPassword: false,
    claims: [],
    tries: [],
    ending: { session },
  };
}

interface RouteInput {
  query?: object;
  params?: object;
  body?: object;
}

type Members = CeilingSupplies["members"][number];

function reading(path: string, inputOf: (member: Members, round: number) => RouteInput): StatementMaker {
  return {
    service: "finance",
    statements: async (db, supplies, index) => {
      const member = at(supplies.members, index);
      const created: Sql[] = [];
      for (let round = 0; round < 20; round++) {
        created.push(...(await statementsOfRoute(db, member.email, "GET", path, inputOf(member, index + round))));
      }
      return again(created);
    },
  };
}

/** Runs the endpoint once and records its statements. */
async function statementsOfRoute(db: Database, email: string, method: string, path: string, input: RouteInput): Promise<Sql[]> {
  const caller = await db.one<object>(sql`
    select users.id as "userId", space_id as "spaceId", time_zone as "timeZone"
      from users join spaces using (space_id)
     where email = ${email}`);
  const heard: Sql[] = [];
  db.observer = (statement) => heard.push(statement);
  await callRoute(db, caller, new Date(), { method, path, body: {}, ...input });
  db.observer = undefined;
  return heard;
}

/** Records a function's statements; it gets empty answers. */
async function statementsIn(work: (db: Db) => Promise<unknown>): Promise<Sql[]> {
  const heard: Sql[] = [];
  const hear = async (statement: Sql) => {
    heard.push(statement);
    return undefined as never;
  };
  await work({ many: hear, one: hear, maybeOne: hear, run: hear });
  return heard;
}

function again(statements: readonly Sql[]): () => Sql {
  let index = 0;
  return () => at(statements, index++);
}

function at<T>(list: readonly T[], index: number): T {
  return list[index % list.length] as T;
}
