// Users, sessions, and members of finance with API tokens, for attacks.
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import type { Reply } from "../../kernel/testing/client.ts";
import type { Secrets } from "./secrets.ts";
import type { ServiceClient } from "./service_client.ts";

export interface User {
  id: string;
  email: string;
  phone: string;
  password: string;
}

export interface Session {
  access_token: string;
  refresh_token: string;
  expires_in: number;
  user: Record<string, unknown> & { id: string };
  bearer: { authorization: string };
}

/** A user of finance with an API token that may write. */
export interface Member extends User {
  /** Basic: the address and the API token. */
  authorization: string;
  token: string;
  get(path: string, headers?: Record<string, string>): Promise<Reply>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>;
  put(path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>;
  delete(path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>;
}

export interface People {
  /** A user with a confirmed address and a password, created by an operator; `fields` are further fields of POST /admin/users. */
  user(fields?: Record<string, unknown>): Promise<User>;
  /** By password. */
  signIn(user: Pick<User, "email" | "password">, headers?: Record<string, string>): Promise<Session>;
  signedIn(fields?: Record<string, unknown>): Promise<User & { session: Session; bearer: Session["bearer"] }>;
  anonymous(): Promise<Session>;
  member(scope?: "read" | "write", fields?: Record<string, unknown>): Promise<Member>;
  /** A new password, which the search for leaked secrets includes. */
  password(): string;
}

export interface PeopleWorld {
  auth: ServiceClient;
  finance: ServiceClient;
  admin: { authorization: string };
  secrets: Secrets;
  address(word?: string): string;
}

export function openPeople({ auth, finance, admin, secrets, address }: PeopleWorld): People {
  const people: People = {
    password: () => {
      const password = `canary-${randomBytes(12).toString("hex")}`;
      secrets.keep("password", password);
      return password;
    },
    user: async (fields = {}) => {
      const input = { email: address(), password: people.password(), email_confirm: true, ...fields };
      const userReply = await auth.post("/admin/users", input, admin);
      assert.equal(userReply.status, 200, `POST /admin/users said ${userReply.status} ${userReply.text}`);
      const { id, phone } = userReply.body as { id: string; phone: string };
      return { id, email: input.email, phone, password: input.password };
    },
    signIn: async ({ email, password }, headers) =>
      sessionOf(await auth.post("/token?grant_type=password", { email, password }, headers)),
    signedIn: async (fields) => {
      const user = await people.user(fields);
      const session = await people.signIn(user);
      return { ...user, session, bearer: session.bearer };
    },
    anonymous: async () => sessionOf(await auth.post("/signup", { data: {} })),
    member: async (scope = "write", fields) => {
      const user = await people.user(fields);
      const name = { name: `attack ${scope}`, scope };
      const tokenReply = await finance.post("/api_tokens", name, { authorization: basicHeader(user.email, user.password) });
      assert.equal(tokenReply.status, 201, `POST /api_tokens said ${tokenReply.status} ${tokenReply.text}`);
      const { token } = tokenReply.body as { token: string };
      const authorization = basicHeader(user.email, token);
      const send =
        (method: string) =>
        (path: string, body?: unknown, headers: Record<string, string> = {}) =>
          finance.send(path, { method, body, headers: { authorization, ...headers } });
      const get: Member["get"] = (path, headers) => send("GET")(path, undefined, headers);
      return { ...user, token, authorization, get, post: send("POST"), put: send("PUT"), delete: send("DELETE") };
    },
  };
  return people;
}

export function sessionOf(reply: Reply): Session {
  assert.equal(reply.status, 200, `expected a session, got ${reply.status} ${reply.text}`);
  const session = reply.body as Omit<Session, "bearer">;
  assert.ok(session.access_token && session.refresh_token, `no session in ${reply.text}`);
  return { ...session, bearer: { authorization: `Bearer ${session.access_token}` } };
}

export function basicHeader(email: string, secret: string): string {
  return `Basic ${Buffer.from(`${email}:${secret}`).toString("base64")}`;
}
