// What must hold for a visitor who comes through a proxy.
import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { readMail } from "../../kernel/mail_text.ts";
import { type Call, call } from "../../kernel/testing/client.ts";
import { until } from "../../kernel/testing/until.ts";
import type { Ports } from "./proxy.ts";
import { type Visitor, visitorOf } from "./visitor.ts";

export interface ProxiedServer {
  ports: Ports;
  ca: string;
  /** COFRE_HOME. */
  home: string;
  adminToken: string;
}

const VISITOR = "127.0.0.9";
const EMAIL = "ana@example.com";
const PASSWORD = "correct horse battery";
const MEGABYTES = 10;

/** One after the other: later ones use what earlier ones made. */
export function checksOf(behind: ProxiedServer): [name: string, run: () => Promise<void>][] {
  const { ports, ca, adminToken } = behind;
  const browser = visitorOf(ports.https, ca, VISITOR);
  const admin = { authorization: `Bearer ${adminToken}` };
  const basic = { authorization: `Basic ${Buffer.from(`${EMAIL}:${PASSWORD}`).toString("base64")}`, "user-agent": "proxies" };
  const finance: Finance = (path, { headers, ...options } = {}) =>
    browser.send("finance", `/rest/v2${path}`, { ...options, headers: { ...basic, ...headers } });
  return [
    ["plain HTTP is sent on to HTTPS", () => plainIsSentOn(ports)],
    ["sign-up, the link of the mail, sign-in", () => signUp(browser, behind)],
    ["cookies are for HTTPS alone, and the browser is told to use nothing else", () => cookiesAreSecure(browser)],
    ["the visitor's address is in the audit log, whatever headers they send", () => addressIsTrue(browser, admin)],
    ["a session of 9 KB fits", () => longSession(behind, admin)],
    ["a file of 10 MB arrives, by web and by finance", () => uploads(browser, finance)],
    ["an answer that takes seconds comes when there is something to say", () => longPoll(finance)],
    ["finance takes passwords, and auth answers its clients", () => clients(browser, finance)],
    ["what auth has for finance is not there", () => serviceIsClosed(browser, admin)],
    ["without the header of a trusted proxy nobody gets in", () => directIsRefused(ports)],
  ];
}

async function plainIsSentOn({ http }: Ports) {
  const reply = await call(`http://127.0.0.1:${http}/sign_in`, { headers: { host: "app.example.com" } });
  assert.ok([301, 308].includes(reply.status), String(reply.status));
  assert.match(String(reply.headers.location), /^https:\/\/app\.example\.com(:\d+)?\/sign_in$/);
}

async function signUp(browser: Visitor, { ports, home }: ProxiedServer) {
  const signedUp = await browser.post("/sign_up", { email: EMAIL, password: PASSWORD });
  assert.equal(signedUp.status, 303, signedUp.text);
  const link = await until("a mail", async () => {
    const [name] = (await readdir(join(home, "mailbox"))).filter((each) => each.endsWith(".eml"));
    const { parts } = readMail(name ? await readFile(join(home, "mailbox", name), "utf8") : "");
    return /https?:\/\/\S+/.exec(parts.find(({ type }) => type.startsWith("text/plain"))?.text ?? "")?.[0];
  });
  const { origin, searchParams } = new URL(link);
  assert.equal(origin, `https://app.example.com:${ports.https}`);
  const fields = { token: searchParams.get("token") ?? "", type: searchParams.get("type") ?? "", next: "/" };
  assert.equal((await browser.post("/confirm", fields)).headers.location, "/");
  assert.equal((await browser.post("/sign_out", {})).status, 303);
  assert.equal((await browser.post("/sign_in", { email: EMAIL, password: PASSWORD })).headers.location, "/");
  const foreign = await browser.post("/sign_in", { email: EMAIL, password: PASSWORD }, { "sec-fetch-site": "cross-site" });
  assert.equal(foreign.status, 403);
}

async function cookiesAreSecure(browser: Visitor) {
  const session = browser.setCookies.filter((each) => /^[\w-]*cofre=[^;]/.test(each));
  assert.ok(session.length > 0, "there is no session");
  for (const each of session)
    assert.match(each, /^__Host-Http-cofre=\S+; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Strict; Secure$/);
  const { headers } = await browser.open("/sign_in");
  assert.match(String(headers["strict-transport-security"]), /^max-age=\d+$/, "once");
}

/** A forged address would be another bucket of each limit. */
async function addressIsTrue(browser: Visitor, admin: Record<string, string>) {
  const forged = { "x-forwarded-for": "203.0.113.5", "x-real-ip": "203.0.113.5", forwarded: "for=203.0.113.5" };
  await browser.post("/sign_in", { email: EMAIL, password: PASSWORD }, forged);
  await browser.send("auth", "/token?grant_type=password", {
    method: "POST",
    body: { email: EMAIL, password: PASSWORD },
    headers: forged,
  });
  const { body } = await browser.send("auth", "/admin/audit?per_page=100", { headers: admin });
  const logins = (body as { ip_address: string; payload?: { action?: string } }[]).filter(
    ({ payload }) => payload?.action === "login",
  );
  assert.ok(logins.length >= 3, JSON.stringify(body));
  assert.deepEqual([...new Set(logins.map(({ ip_address: address }) => address))], [VISITOR]);
}

/** Metadata stands in the token, and the token in cookies. */
async function longSession({ ports, ca }: ProxiedServer, admin: Record<string, string>) {
  const browser = visitorOf(ports.https, ca, VISITOR);
  const email = "long@example.com";
  const user = { email, password: PASSWORD, email_confirm: true, user_metadata: { long: "x".repeat(4_500) } };
  const created = await browser.send("auth", "/admin/users", { method: "POST", body: user, headers: admin });
  assert.equal(created.status, 200, created.text);
  assert.equal((await browser.post("/sign_in", { email, password: PASSWORD })).headers.location, "/");
  assert.ok(browser.setCookies.join("").length > 8_500, String(browser.setCookies.join("").length));
  const reply = await browser.fetch("/api/auth/user");
  assert.equal(reply.status, 200, reply.text);
}

type Finance = (path: string, options?: Call) => ReturnType<Visitor["send"]>;

async function uploads(browser: Visitor, finance: Finance) {
  const accounts = (await finance("/accounts")).body as { id: number }[];
  const path = `/imports?account_id=${accounts[0]?.id}`;
  const line =
    "<STMTTRN><TRNTYPE>DEBIT</TRNTYPE><DTPOSTED>20261101100000</DTPOSTED><TRNAMT>-4.50</TRNAMT><FITID>1</FITID><MEMO>Coffee</MEMO></STMTTRN>";
  const head = "OFXHEADER:100\nDATA:OFXSGML\nENCODING:UTF-8\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>BRL</CURDEF>";
  const statement = `${head}<BANKTRANLIST>${line}</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`;
  const body = Buffer.from(statement + " ".repeat(MEGABYTES * 2 ** 20));
  const headers = { "content-type": "application/x-ofx" };
  const byWeb = await browser.fetch(`/api/finance${path}`, { method: "POST", body, headers });
  assert.equal(byWeb.status, 201, byWeb.text.slice(0, 500));
  assert.equal((byWeb.body as { about: { bytes: number } }).about.bytes, body.length);
  const direct = await finance(path, { method: "POST", body, headers });
  assert.equal(direct.status, 201, direct.text.slice(0, 500));
}

/** Nothing on the way keeps the answer back, or gives up on it. */
async function longPoll(finance: Finance) {
  const { cursor } = (await finance("/changes")).body as { cursor: string };
  const waiting = finance(`/changes?since=${encodeURIComponent(cursor)}&wait=20`);
  let isAnswered = false;
  void waiting.finally(() => (isAnswered = true));
  const empty = (await finance(`/changes?since=${encodeURIComponent(cursor)}&wait=3`)).body as { changes: unknown[] };
  assert.deepEqual([empty.changes, isAnswered], [[], false]);
  const created = await finance("/transactions", { method: "POST", body: { description: "Coffee", amount_cents: -450 } });
  assert.equal(created.status, 201, created.text);
  const began = performance.now();
  const { changes } = (await waiting).body as { changes: unknown[] };
  assert.equal(changes.length > 0, true);
  assert.ok(performance.now() - began < 5_000, "it came late");
}

async function clients(browser: Visitor, finance: Finance) {
  assert.equal((await finance("/transactions")).status, 200);
  const settings = await browser.send("auth", "/auth/v1/settings");
  assert.equal(settings.status, 200, settings.text);
}

async function serviceIsClosed(browser: Visitor, admin: Record<string, string>) {
  for (const path of ["/service/user_changes", "/auth/v1/service/user_changes"]) {
    const { status, headers } = await browser.send("auth", path, { headers: admin });
    assert.equal(status, 404, path);
    assert.equal(headers["x-request-id"], undefined, "the proxy answers it");
  }
}

/** What a program on this machine sends past the proxy, without its header. */
async function directIsRefused({ web, finance }: Ports) {
  const past = await call(`http://127.0.0.1:${web}/sign_in`, { headers: { host: "app.example.com" } });
  assert.equal(past.status, 403);
  const header = { "x-forwarded-proto": "https" };
  assert.equal((await call(`http://127.0.0.1:${finance}/health`)).status, 403);
  assert.equal((await call(`http://127.0.0.1:${finance}/health`, { headers: header })).status, 200, "the control");
}
