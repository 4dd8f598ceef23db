// Users and members for the workloads, created through the APIs, so that any compatible server works.
import { askOnce, forEach, tryOnce } from "./client.ts";
import type { Target } from "./http_text.ts";
import type { Member, User } from "./lanes.ts";

export interface AuthServer {
  target: Target;
  adminToken: string;
  /** Sent as `apikey`, which some gateways require. */
  headers?: Record<string, string>;
}

interface Session {
  access_token: string;
  refresh_token: string;
}

const PASSWORD = "correct horse battery staple";

export function makeUsers(server: AuthServer, count: number, seed: string): Promise<User[]> {
  return forEach(numbers(count), async (index) => {
    const email = `user-${seed}-${index}@example.com`;
    const body = { email, password: PASSWORD, email_confirm: true };
    await askOnce(server.target, { method: "POST", path: "/admin/users", ...asAdmin(server), body });
    return { email, password: PASSWORD, ...(await signIn(server, email, PASSWORD)) };
  });
}

/** Another session of an existing user. */
export async function signIn(
  { target, headers }: AuthServer,
  email: string,
  password: string,
): Promise<Pick<User, "access" | "refresh">> {
  const path = "/token?grant_type=password";
  const session = await askOnce<Session>(target, {
    method: "POST",
    path,
    body: { email, password },
    ...(headers && { headers }),
  });
  return { access: session.access_token, refresh: session.refresh_token };
}

/** Users without a password, each with a sign-in link. */
export function makeLinks(server: AuthServer, count: number, seed: string): Promise<string[]> {
  return forEach(numbers(count), async (index) => {
    const email = `link-${seed}-${index}@example.com`;
    const admin = { method: "POST", ...asAdmin(server) };
    await askOnce(server.target, { ...admin, path: "/admin/users", body: { email, email_confirm: true } });
    const path = "/admin/generate_link";
    const link = await askOnce<{ hashed_token: string }>(server.target, { ...admin, path, body: { type: "magiclink", email } });
    return link.hashed_token;
  });
}

function asAdmin({ adminToken, headers }: AuthServer) {
  return { authorization: `Bearer ${adminToken}`, ...(headers && { headers }) };
}

/** Makes a user a member: a space with a token, a second account, budgets and an invoice. */
export async function makeMember(
  finance: Target,
  { email, access }: User,
  months: string[],
): Promise<Member & { email: string }> {
  const bearer = { authorization: `Bearer ${access}` };
  const token = { name: "bench", scope: "write" };
  const apiToken = await askOnce<{ token: string }>(finance, { method: "POST", path: "/api_tokens", body: token, ...bearer });
  const authorization = `Basic ${Buffer.from(`${email}:${apiToken.token}`).toString("base64")}`;
  const post = <Body>(path: string, body: object) => askOnce<Body>(finance, { method: "POST", path, body, authorization });
  await post("/accounts", { name: "Poupança", type: "savings" });
  const accounts = await askOnce<{ id: number }[]>(finance, { method: "GET", path: "/accounts", authorization });
  const categories = await askOnce<{ id: number }[]>(finance, { method: "GET", path: "/categories", authorization });
  for (const month of months.slice(-3))
    for (const { id } of categories.slice(0, 8)) await post("/budgets", { category_id: id, amount_cents: 50_000, date: month });
  const member = { email, authorization, months, accounts: accounts.map(({ id }) => id) };
  const invoice = await makeInvoice(finance, authorization, months.at(-1) as string);
  return invoice === undefined ? member : { ...member, invoice };
}

const PURCHASES = 40;

/** The path of an invoice with purchases; undefined if the service has no cards. */
async function makeInvoice(finance: Target, authorization: string, month: string): Promise<string | undefined> {
  const card = { name: "Cartão", card_network: "visa", due_day: 10, closing_day: 3, limit_cents: 1_000_000 };
  const { status, body } = await tryOnce(finance, { method: "POST", path: "/credit_cards", body: card, authorization });
  if (status !== 201) return undefined;
  const { id } = JSON.parse(body) as { id: number };
  for (let each = 0; each < PURCHASES; each++) {
    const purchase = {
      description: `Compra ${each}`,
      amount_cents: -1_000 - each,
      date: `${month.slice(0, 8)}15`,
      credit_card_id: id,
    };
    await askOnce(finance, { method: "POST", path: "/transactions", body: purchase, authorization });
  }
  const path = `/credit_cards/${id}/invoices`;
  const query = `?start_date=${month}&end_date=${Number(month.slice(0, 4)) + 1}-12-31`;
  const invoices = await askOnce<{ id: number; amount_cents: number }[]>(finance, {
    method: "GET",
    path: path + query,
    authorization,
  });
  const full = invoices.find((each) => each.amount_cents !== 0);
  return full && `${path}/${full.id}`;
}

/** First days of months, ending with the current one. */
export function monthsUpTo(now: Date, count: number): string[] {
  const last = now.getUTCFullYear() * 12 + now.getUTCMonth();
  return numbers(count).map((index) => {
    const month = last - count + 1 + index;
    return `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, "0")}-01`;
  });
}

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}
