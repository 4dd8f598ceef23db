// --lan: web and finance by HTTPS at an address beside loopback. The tests share one home and build on each other.
import assert from "node:assert/strict";
import { X509Certificate } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import decodeQr from "qr/decode.js";
import { readMail } from "../kernel/mail_text.ts";
import { call } from "../kernel/testing/client.ts";
import { until } from "../kernel/testing/until.ts";
import { openBrowser, type TestBrowser } from "../web/testing.ts";
import { keepLanChoice } from "./lan/kept_choice.ts";
import { ANY_PORTS, BINARY, launch, type Program, portsOf, runToEnd, workFolder } from "./testing.ts";

/** All of 127.0.0.0/8 is this machine on Linux. */
const ADDRESS = "127.0.0.2";
const skip = process.platform === "linux" ? false : "only Linux has 127.0.0.2";
const EMAIL = "ana@example.com";
const PASSWORD = "correct horse battery";

let folder: Awaited<ReturnType<typeof workFolder>>;
let home: string;

before(async () => {
  folder = await workFolder();
  home = join(folder.path, ".cofre");
});

after(() => folder[Symbol.asyncDispose]());

async function start(args: string[], variables: Record<string, string> = {}) {
  const program = launch([BINARY, "start", ...args], { ...ANY_PORTS, ...variables }, folder.path);
  const { auth, finance } = await portsOf(program);
  const [, web = ""] = await program.says(/^ +web +http:\/\/localhost:(\d+)$/m);
  return Object.assign(program, { auth, finance, web: Number(web), ended: program.ended });
}

async function stop(program: Program) {
  program.kill("SIGTERM");
  assert.deepEqual(await program.ended, { code: 0, signal: null }, program.errors);
}

const authorityOf = () => readFile(join(home, "tls/lan/authority.pem"), "utf8");

test("--lan: a phone that trusts the authority signs up, confirms and books by HTTPS; this machine goes on as before", {
  skip,
}, async () => {
  await using program = await start(["--lan", ADDRESS]);
  await program.says(/^At home, for every device in your network:$/m);
  const ca = await authorityOf();
  const url = `https://${ADDRESS}:${program.web}`;
  assertShown(program, url, ca);

  const phone = openBrowser(url, ca);
  const signedUp = await phone.post("/sign_up", { email: EMAIL, password: PASSWORD });
  assert.equal(signedUp.status, 303, signedUp.text);
  const link = await linkOfNextMail();
  assert.equal(link.origin, url);
  const fields = { token: link.searchParams.get("token") ?? "", type: link.searchParams.get("type") ?? "", next: "/" };
  assert.match((await phone.open(link.pathname + link.search)).text, /action="\/confirm"/);
  const confirmed = await phone.post("/confirm", fields);
  assert.equal(confirmed.headers.location, "/", confirmed.text);
  const session = confirmed.headers["set-cookie"]?.filter((each) => /^[\w-]*cofre=[^;]/.test(each)) ?? [];
  assert.equal(session.length, 1);
  assert.match(session[0] ?? "", /^__Host-Http-cofre=\S+; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Strict; Secure$/);
  assert.equal((await phone.open("/")).headers["strict-transport-security"], undefined);
  await assertBooks(phone, "on the phone");

  const desk = openBrowser(`http://localhost:${program.web}`);
  assert.equal((await desk.post("/sign_in", { email: EMAIL, password: PASSWORD })).headers.location, "/");
  await assertBooks(desk, "at the desk");
  // A link that was asked for on this machine leads back to it.
  await desk.post("/recover", { email: EMAIL });
  await desk.post("/code/request", { email: EMAIL, purpose: "recovery" });
  assert.equal(new URL((await linkOfNextMail()).searchParams.get("redirect_to") ?? "").origin, `http://localhost:${program.web}`);

  const byPassword = { authorization: `Basic ${Buffer.from(`${EMAIL}:${PASSWORD}`).toString("base64")}`, "user-agent": "Phone" };
  const rows = await call(`https://${ADDRESS}:${program.finance}/rest/v2/transactions`, { ca, headers: byPassword });
  assert.equal((rows.body as unknown[]).length, 2, rows.text);
  assert.equal(rows.headers["strict-transport-security"], undefined);
  const own = await readFile(join(home, "tls/certificate.pem"), "utf8");
  const here = `https://localhost:${program.finance}/rest/v2/transactions`;
  assert.equal((await call(here, { ca: own, headers: byPassword })).status, 200, "as the printed lines say");
  await stop(program);
});

test("--lan: nothing but a redirect is there in plain HTTP, auth is this machine's alone, and the page explains what to trust", {
  skip,
}, async () => {
  await using program = await start([], { COFRE_LAN: ADDRESS });
  const ca = await authorityOf();
  const plain = `http://${ADDRESS}:${program.web}`;
  const typed = await call(`${plain}/sign_in?next=%2Faccounts`);
  assert.deepEqual([typed.status, typed.headers.location], [302, `https://${ADDRESS}:${program.web}/sign_in?next=%2Faccounts`]);
  const forged = await call(`${plain}/x`, { headers: { host: "evil.example" } });
  assert.equal(forged.headers.location, `https://${ADDRESS}:${program.web}/x`);
  // On this machine it would be served; in the network no name makes it so.
  const pretended = await call(`${plain}/sign_in`, { headers: { host: `localhost:${program.web}` } });
  assert.equal(pretended.status, 302);
  const form = { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" };
  const posted = await call(`${plain}/sign_in`, { method: "POST", headers: form, body: `email=${EMAIL}&password=x` });
  assert.deepEqual([posted.status, posted.headers["set-cookie"]], [403, undefined]);
  const password = await call(`http://${ADDRESS}:${program.finance}/rest/v2/transactions`, {
    headers: { authorization: "Basic eDp5" },
  });
  assert.equal(password.status, 403);
  await assert.rejects(call(`http://${ADDRESS}:${program.auth}/health`), { code: "ECONNREFUSED" });

  const phone = openBrowser(`https://${ADDRESS}:${program.web}`, ca);
  const page = await phone.open("/trust?lang=en");
  assert.equal(page.status, 200, page.text);
  const { fingerprint256, raw } = new X509Certificate(ca);
  const shown = /<code>(.*?)<\/code>/s.exec(page.text)?.[1]?.replace(/<br>|\s/g, "");
  assert.equal(shown, fingerprint256.replaceAll(":", ""));
  assert.match(page.text, /Passkeys need a name/);
  const file = await phone.open("/trust/cofre.crt");
  assert.deepEqual([file.headers["content-type"], file.bytes], ["application/x-x509-ca-cert", raw]);
  const profile = await phone.open("/trust/cofre.mobileconfig");
  assert.equal(profile.headers["content-type"], "application/x-apple-aspen-config");
  assert.equal(/<data>(.*)<\/data>/.exec(profile.text)?.[1], raw.toString("base64"));
  assert.match(profile.text, /<string>com\.apple\.security\.root<\/string>/);
  await stop(program);
});

test("what the first run chose holds for later starts, with the same authority, unless the command line says otherwise", {
  skip,
}, async () => {
  const ca = await authorityOf();
  await keepLanChoice(home, ADDRESS);
  await using first = await start([]);
  await first.says(/^ +trust +https:\/\/127\.0\.0\.2/m);
  assert.doesNotMatch(first.output, /The authority is new/);
  assert.equal(await authorityOf(), ca);
  await stop(first);

  await using off = await start(["--lan", "off"]);
  assert.match(off.output, /^ {2}open to {3}this machine alone/m);
  assert.doesNotMatch(off.output, /At home/);
  const page = await openBrowser(`http://localhost:${off.web}`).open("/trust");
  assert.equal(page.status, 404);
  await stop(off);

  await using hosted = await start(["--host", "0.0.0.0"]);
  await hosted.says(/^The network is not served this time\.\n--lan chooses .*\n +--host/m);
  await stop(hosted);
});

test("a --lan that cannot be is one clear line, and starts nothing", { skip }, async () => {
  for (const [args, variables, code, line] of [
    [["--lan", "203.0.113.77"], {}, 1, /^--lan: 203\.0\.113\.77 is not an address of this machine; it has /],
    [["--lan", ADDRESS, "--host", "0.0.0.0"], {}, 1, /\n {2}--host, which opens every service/],
    [
      ["--lan", ADDRESS],
      { AUTHSVC_API_HOST: "0.0.0.0" },
      1,
      /\n {2}AUTHSVC_API_HOST: auth is never open to the network in plain HTTP/,
    ],
  ] as const) {
    const ended = await runToEnd(["start", ...args], { ...ANY_PORTS, ...variables }, folder.path);
    assert.equal(ended.code, code, ended.errors);
    assert.match(ended.errors, line);
    assert.doesNotMatch(ended.output, /is running/);
  }
});

/** Address, fingerprint, who reaches what, and a code that a camera reads. */
function assertShown({ output }: Program, url: string, ca: string) {
  assert.match(
    output,
    /open to {3}web: this machine, and devices that reach 127\.0\.0\.2, by HTTPS\n +auth: this machine alone\n/,
  );
  const pairs = new X509Certificate(ca).fingerprint256.replaceAll(":", " ");
  assert.ok(output.replace(/\s+/g, " ").includes(pairs), "the fingerprint");
  const rows = output.split("\n").filter((line) => /^ {2}[ █▀▄]{20,}$/.test(line));
  assert.equal(decodeQr(painted(rows.map((row) => row.slice(2)))), `${url}/trust`);
}

const SCALE = 4;

/** Half blocks as a camera sees them. */
function painted(lines: readonly string[]) {
  const squares = lines.flatMap((line) => [
    [...line].map((each) => each === "█" || each === "▀"),
    [...line].map((each) => each === "█" || each === "▄"),
  ]);
  const [width, height] = [(squares[0]?.length ?? 0) * SCALE, squares.length * SCALE];
  const data = new Uint8Array(width * height * 4).fill(255);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if (squares[Math.floor(y / SCALE)]?.[Math.floor(x / SCALE)]) data.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3);
  return { width, height, data };
}

const readMails = new Set<string>();

/** The link of a mail that was not read before; file names do not tell the order of mails in one moment. Hidden files are being written. */
async function linkOfNextMail(): Promise<URL> {
  const folder = join(home, "mailbox");
  const file = await until("another mail", async () =>
    (await readdir(folder)).find((name) => /^[^.].*\.eml$/.test(name) && !readMails.has(name)),
  );
  readMails.add(file);
  const { parts } = readMail(await readFile(join(folder, file), "utf8"));
  const text = parts.find(({ type }) => type.startsWith("text/plain"))?.text ?? "";
  return new URL(/https?:\/\/\S+/.exec(text)?.[0] ?? "");
}

async function assertBooks(browser: TestBrowser, description: string) {
  const body = { description, amount_cents: -450 };
  const created = await browser.fetch("/api/finance/transactions", { method: "POST", body });
  assert.equal(created.status, 201, created.text);
}
