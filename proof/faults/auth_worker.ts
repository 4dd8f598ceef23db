// A client of auth: signs up others, signs in, refreshes, and marks its profile, in turn.
import { randomUUID } from "node:crypto";
import type { TimedReply } from "../harness/http_client.ts";
import type { Random } from "../harness/random.ts";
import { type Acknowledged, settle } from "./acknowledged.ts";
import type { Worker } from "./finance_worker.ts";
import { type Member, sessionOf, type Tokens } from "./members.ts";

export interface AuthWorkerOptions {
  acknowledged: Acknowledged;
  member: Member;
  random: Random;
  send(path: string, call: { method: string; headers?: Record<string, string>; body?: unknown }): Promise<TimedReply>;
  giveUpAt(): number;
}

const MIX = { signUp: 20, signIn: 30, refresh: 40, profile: 10 };

export function authWorker(options: AuthWorkerOptions): Worker {
  const { acknowledged, member, random } = options;
  async function operate(what: string, id: string, method: string, path: string, body: unknown, authorization?: string) {
    await acknowledged.intend(id, { what, path });
    const headers = authorization ? { headers: { authorization } } : {};
    const send = () => options.send(path, { method, body, ...headers });
    return settle({ acknowledged, service: "auth", what: `auth ${what}`, giveUpAt: options.giveUpAt, send });
  }

  async function signUp(): Promise<void> {
    const id = randomUUID();
    const email = `${id}@faults.example`;
    acknowledged.users.set(email, { state: "unresolved", mailed: true, mark: id });
    const reply = await operate("sign-up", id, "POST", "/signup", { email, password: `password of ${id}`, data: { mark: id } });
    if (reply) acknowledged.users.set(email, { state: reply.status < 300 ? "present" : "refused", mailed: true, mark: id });
  }

  async function signIn(): Promise<void> {
    const body = { email: member.email, password: member.password };
    const reply = await operate("sign-in", randomUUID(), "POST", "/token?grant_type=password", body);
    if (!reply || reply.status >= 300) return;
    member.tokens = reply.body as Tokens;
    acknowledged.sessions.set(sessionOf(member.tokens), { email: member.email, rotations: 0, isUnresolved: false });
  }

  async function refresh(): Promise<void> {
    const { tokens } = member;
    const session = acknowledged.sessions.get(sessionOf(tokens));
    if (!session) return;
    const body = { refresh_token: tokens.refresh_token };
    session.isUnresolved = true;
    const reply = await operate("refresh", randomUUID(), "POST", "/token?grant_type=refresh_token", body);
    if (!reply) return;
    session.isUnresolved = false;
    if (reply.status >= 300) return;
    session.rotations++;
    member.tokens = reply.body as Tokens;
  }

  async function profile(): Promise<void> {
    const mark = randomUUID();
    const user = acknowledged.users.get(member.email);
    if (!user) return;
    const before = user.mark;
    user.mark = undefined;
    const reply = await operate("profile", mark, "PUT", "/user", { data: { mark } }, `Bearer ${member.tokens.access_token}`);
    if (reply) user.mark = reply.status < 300 ? mark : before;
  }

  const steps = { signUp, signIn, refresh, profile };
  return { step: () => steps[random.weighted(MIX)]() };
}
