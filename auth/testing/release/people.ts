// Test support: people of several kinds, with what they need to come in again. A release keeps them, for later ones to let in:
// `npm run release-copy`.
import assert from "node:assert/strict";
import { packed, rowsText } from "../../../kernel/testing/saved_rows.ts";
import { signUp, type TestSession } from "../../account/testing.ts";
import { enroll, post, show } from "../../factors/testing.ts";
import { newOwnerCode } from "../../grants/testing.ts";
import { startTestAuth, type TestAuth } from "../../testing.ts";

export interface KeptPerson {
  /** What they sign in with; the anonymous have nothing. */
  credentials?: { email?: string; phone?: string; password: string };
  /** Of a session that is open. */
  refresh_token?: string;
  /** Of an authenticator app. */
  totp?: { id: string; secret: string };
  /** As GET /admin/users/:id showed them. */
  user: { id: string } & Record<string, unknown>;
}

export interface KeptPeople {
  /** The moment at which all of it was true. */
  now: string;
  people: KeptPerson[];
}

export const VARIABLES = {
  MAILER_AUTOCONFIRM: "true",
  SMS_AUTOCONFIRM: "true",
  EXTERNAL_PHONE_ENABLED: "true",
  EXTERNAL_ANONYMOUS_USERS_ENABLED: "true",
  OAUTH_SERVER_ENABLED: "true",
};

type SignedUpPerson = Omit<KeptPerson, "user"> & { id: string };

/** Contents by the names of their files. */
export async function makeAuthData(): Promise<Record<string, string | Uint8Array>> {
  await using auth = await startTestAuth(VARIABLES);
  const signedUp = [...(await signUpPeople(auth)), await makeBanned(auth), await makeOwner(auth)];
  await keepBeside(auth);
  const people: KeptPerson[] = [];
  for (const { id, ...rest } of signedUp) people.push({ ...rest, user: await readUser(auth, id) });
  const remaining: KeptPeople = { now: auth.clock.now().toISOString(), people };
  return {
    "auth_people.json": `${JSON.stringify(remaining, null, 1)}\n`,
    "auth_rows.json.gz": packed(await rowsText(auth.database.url, "auth")),
  };
}

export async function readUser(auth: TestAuth, id: string): Promise<KeptPerson["user"]> {
  const reply = await auth.get(`/admin/users/${id}`, auth.admin);
  assert.equal(reply.status, 200, reply.text);
  return reply.body as KeptPerson["user"];
}

async function signUpPeople(auth: TestAuth): Promise<SignedUpPerson[]> {
  const person = ({ refresh_token, user: { id } }: TestSession, more: Partial<SignedUpPerson> = {}): SignedUpPerson => ({
    id,
    refresh_token,
    ...more,
  });
  const ana = { email: "ana@example.com", password: "the password of ana" };
  const plain = person(await signUp(auth, { ...ana, data: { full_name: "Ana", locale: "pt-BR" } }), { credentials: ana });
  const bia = { email: "bia@example.com", password: "the password of bia" };
  const session = await signUp(auth, bia);
  const factor = await enroll(auth, session);
  const view = person(await show(auth, session, factor), { credentials: bia, totp: factor });
  await post(auth, session, "/factors/recovery-codes/regenerate");
  const caio = { phone: "5511987654321", password: "the password of caio" };
  const byPhone = person(await signUp(auth, caio), { credentials: caio });
  const nameless = person(await signUp(auth, { data: { guest: true } }));
  return [plain, view, byPhone, nameless];
}

async function makeBanned(auth: TestAuth): Promise<SignedUpPerson> {
  const credentials = { email: "duda@example.com", password: "the password of duda" };
  const metadata = { app_metadata: { team: "casa" }, user_metadata: { name: "Duda" } };
  const created = await auth.post(
    "/admin/users",
    { ...credentials, ...metadata, email_confirm: true, ban_duration: "87600h" },
    auth.admin,
  );
  assert.equal(created.status, 200, created.text);
  return { id: (created.body as { id: string }).id, credentials };
}

async function makeOwner(auth: TestAuth): Promise<SignedUpPerson> {
  const credentials = { email: "eva@example.com", password: "the password of eva" };
  const owner = await auth.post("/server/owner", { code: await newOwnerCode(auth, "first"), ...credentials });
  assert.equal(owner.status, 200, owner.text);
  const { refresh_token, user } = owner.body as TestSession;
  return { id: user.id, refresh_token, credentials };
}

/** What operators have, and what a deleted user leaves. */
async function keepBeside(auth: TestAuth): Promise<void> {
  const user = await auth.post("/admin/users", { email: "gone@example.com", email_confirm: true }, auth.admin);
  const { id } = user.body as { id: string };
  await auth.call(`/admin/users/${id}`, { method: "DELETE", body: { should_soft_delete: true }, headers: auth.admin });
  await auth.post("/invite", { email: "invited@example.com" }, auth.admin);
  await auth.post("/recover", { email: "ana@example.com" });
  const client = { client_name: "Planilha", redirect_uris: ["https://sheet.example.com/back"] };
  const created = await auth.post("/admin/oauth/clients", client, auth.admin);
  assert.equal(created.status, 201, created.text);
}
