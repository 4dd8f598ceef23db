// The links of mails: programs that open them spend nothing, any browser can use them, and what is over leads on.
import assert from "node:assert/strict";
import { test } from "node:test";
import { startSmtpSink } from "../../kernel/testing/smtp_sink.ts";
import { newProof } from "../sessions/flow.ts";
import { shareTestWeb, signedIn, startTestWeb, type TestBrowser } from "../testing.ts";
import { confirmPath, hiddenFields, lastMail, locationOf } from "./testing.ts";

const web = shareTestWeb({ auth: { SMTP_MAX_FREQUENCY: "0", PASSWORD_MIN_LENGTH: "6" } });

const english = { "accept-language": "en-US,en;q=0.9" };

/** With a mail server, and with auth as it is set up for another site: nothing of its configuration leads to web. */
async function startMailing() {
  const smtp = await startSmtpSink();
  const server = {
    SMTP_HOST: smtp.host,
    SMTP_PORT: String(smtp.port),
    SMTP_ADMIN_EMAIL: "cofre@example.com",
    SMTP_MAX_FREQUENCY: "0",
  };
  const site = { SITE_URL: "https://site.example.com", URI_ALLOW_LIST: "http://localhost:*/**" };
  const started = await startTestWeb({ auth: { ...server, ...site }, delivers: true });
  started.finance.clock.set(new Date());
  let received = 0;
  const nextMail = async () => {
    const mail = (await smtp.waitFor(++received, 20_000))[received - 1];
    const text = mail?.parts.find(({ type }) => type === "text/plain")?.text ?? "";
    return { to: mail?.to[0], subject: mail?.headers.subject, link: /https?:\/\/\S+/.exec(text)?.[0] ?? "" };
  };
  return {
    web: started,
    nextMail,
    [Symbol.asyncDispose]: async () => {
      await started[Symbol.asyncDispose]();
      await smtp[Symbol.asyncDispose]();
    },
  };
}

test("mails that pages begin are in the page's language and lead to it: scanners spend nothing, one button does", async () => {
  await using its = await startMailing();
  const { nextMail } = its;
  const { origin } = new URL(its.web.url);
  const email = "nova@example.com";
  /** As programs do that look for what is bad behind a link: by GET and HEAD, more than once, from wherever. */
  const scan = async (link: string) => {
    assert.equal(new URL(link).origin + new URL(link).pathname, `${origin}/confirm`, link);
    const path = link.slice(origin.length);
    for (const method of ["GET", "HEAD", "GET"]) {
      const reply = await its.web.browser().fetch(path, { method, headers: { "sec-fetch-site": "none" } });
      assert.equal(reply.status, method === "GET" ? 200 : 405);
    }
    return path;
  };
  const press = async (browser: TestBrowser, link: string) => {
    const page = await browser.open(await scan(link));
    assert.equal(page.text.match(/<button/g)?.length, 1, "one button");
    return browser.post("/confirm", hiddenFields(page));
  };

  const beginner = its.web.browser();
  const account = { email, password: "cavalo bateria grampo", next: "/accounts" };
  locationOf(await beginner.post("/sign_up", account, english));
  const confirmation = await nextMail();
  assert.deepEqual([confirmation.to, confirmation.subject], [email, "Confirm Your Signup"]);
  const phone = its.web.browser();
  assert.equal(locationOf(await press(phone, confirmation.link)), "/accounts", "in another browser than the one that asked");
  assert.equal((await phone.fetch("/session")).status, 200);

  locationOf(await beginner.post("/code/request", { email, purpose: "recover" }, { "accept-language": "pt" }));
  const recovery = await nextMail();
  assert.equal(recovery.subject, "Reset Your Password", "the user's own language goes before the page's");
  assert.equal(locationOf(await press(its.web.browser(), recovery.link)), "/new_password");
  locationOf(await beginner.post("/code/request", { email, purpose: "sign_in" }));
  assert.equal(locationOf(await press(its.web.browser(), (await nextMail()).link)), "/");

  const change = await phone.fetch("/api/auth/user", {
    method: "PUT",
    body: { email: "outra@example.com" },
    headers: { origin },
  });
  assert.equal(change.status, 200, change.text);
  const [one, other] = [await nextMail(), await nextMail()];
  const half = await press(its.web.browser(), one.link);
  assert.match(half.text, /Falta um passo/);
  assert.equal(locationOf(await press(its.web.browser(), other.link)), "/settings/security");
});

test("a sign-up page in Portuguese has its mail in Portuguese, in whatever language the browser is", async () => {
  await using its = await startMailing();
  await its.web
    .browser()
    .post("/sign_up", { email: "ana@example.com", password: "cavalo bateria grampo" }, { "accept-language": "de" });
  assert.equal((await its.nextMail()).subject, "Confirme seu cadastro");
  const { auth } = its.web.finance;
  await auth.post("/admin/users", { email: "rui@example.com", password: "irrelevant here", email_confirm: true }, auth.admin);
  for (const [accepted, subject] of [
    ["pt-PT", "Seu link para entrar"],
    ["en", "Your Magic Link"],
  ] as const) {
    await its.web
      .browser()
      .post("/code/request", { email: "rui@example.com", purpose: "sign_in" }, { "accept-language": accepted });
    assert.equal((await its.nextMail()).subject, subject, "also for a user whose language is not known");
  }
});

test("a link with a challenge of another app that leads here signs in here, in any browser, by the button", async () => {
  const email = "desafio@example.com";
  const { auth } = web.finance;
  await auth.post("/admin/users", { email, password: "irrelevant here", email_confirm: true }, auth.admin);
  await auth.post("/otp", { email, create_user: false, ...newProof().challenge });
  const { confirmationUrl = "" } = await lastMail(web, email);
  assert.match(confirmationUrl, /token=pkce_/);
  const browser = web.browser();
  const page = await browser.open(confirmPath(confirmationUrl));
  assert.equal(locationOf(await browser.post("/confirm", hiddenFields(page))), "/");
  assert.equal((await browser.fetch("/session")).status, 200);
});

test("a link that another app has to finish says where to open it, and says nothing of it where any browser will do", async () => {
  const textOf = async (query: string, headers = {}) =>
    (await web.browser().open(`/confirm?type=magiclink&${query}`, headers)).text;
  const target = "redirect_to=https://app.example.com/x";
  assert.match(await textOf(`token=pkce_a&${target}`), /Use o mesmo navegador .* abra app\.example\.com aqui e peça um novo/);
  assert.match(await textOf(`token=pkce_a&${target}`, english), /Use the same browser .* open app\.example\.com here/);
  assert.doesNotMatch(await textOf(`token=a&${target}`), /mesmo navegador/);
  const native = await textOf("token=pkce_a&redirect_to=com.example.app://login");
  assert.match(native, /continua no aplicativo/);
  assert.match(native, /Use o mesmo aparelho/);
});

const OVER: [type: string, text: RegExp, purpose?: string][] = [
  ["signup", /Se não, mandamos outro link/, "sign_up"],
  ["recovery", /mandamos outro/, "recover"],
  ["magiclink", /mandamos outro/, "sign_in"],
  ["anything", /mandamos outro/, "sign_in"],
  ["invite", /peça outro a quem convidou/],
  ["email_change", /peça de novo nas configurações/],
];
for (const [type, text, purpose] of OVER)
  test(`a link of type ${type} that is over says so, and ${purpose ? "asks here for another" : "says who gives another"}`, async () => {
    const browser = web.browser();
    const bare = `/confirm?type=${type}&redirect_to=${encodeURIComponent(`${web.url}/accounts`)}`;
    for (const [status, page] of [
      [422, await browser.post("/confirm", { token: "used-long-ago", type, next: "/accounts" })],
      [200, await browser.open(bare)],
    ] as const) {
      assert.equal(page.status, status);
      assert.match(page.text, /<h1>Este link não vale mais<\/h1>/);
      assert.match(page.text, text);
      if (purpose === undefined) assert.match(page.text, /href="\/sign_in\?next=%2Faccounts"/);
      else assert.deepEqual(hiddenFields(page), { purpose, next: "/accounts" });
      assert.equal(/name="email"/.test(page.text), purpose !== undefined);
    }
  });

test("who asks for another link on the page of one that is over gets it, and it works", async () => {
  const email = "denovo@example.com";
  await signedIn(web, email);
  const browser = web.browser();
  const over = await browser.post("/confirm", { token: "used-long-ago", type: "recovery", next: "/accounts" });
  locationOf(await browser.post("/code/request", { ...hiddenFields(over), email }));
  const page = await browser.open(confirmPath((await lastMail(web, email)).confirmationUrl));
  assert.equal(locationOf(await browser.post("/confirm", hiddenFields(page))), "/new_password?next=%2Faccounts");
});

test("a link that is pressed twice leads on who is signed in here; a change of address leads to the settings", async () => {
  const browser = await signedIn(web, "duasvezes@example.com");
  const twice = await browser.post("/confirm", { token: "used-long-ago", type: "signup", next: "/accounts" });
  assert.match(twice.text, /tudo bem: você já entrou/);
  assert.match(twice.text, /class="button main" href="\/accounts"/);
  const change = await browser.post("/confirm", { token: "used-long-ago", type: "email_change", next: "/" });
  assert.match(change.text, /href="\/settings\/security"/);
});

test("a code that another browser has the secret of signs nobody in, and the page says where to go on", async () => {
  const code = "0b9a6e5e-6c2b-4d0f-9d39-5a1c7a1f2b3c";
  const browser = web.browser();
  assert.equal(locationOf(await browser.open(`/callback?code=${code}`)), "/sign_in?problem=other_browser");
  assert.match((await browser.open("/sign_in?problem=other_browser")).text, /Volte para lá ou entre por aqui/);
  assert.match((await browser.open("/sign_in?problem=other_browser", english)).text, /Go back there, or sign in here/);
  const landed = locationOf(await browser.open(`/accounts?code=${code}&month=2026-01`));
  const page = await browser.open(landed);
  assert.match(page.text, /começou em outro navegador/);
  assert.deepEqual(hiddenFields(page), { next: "/accounts?month=2026-01" });
  const expired = await browser.open(
    locationOf(await browser.open("/?error=access_denied&error_code=otp_expired&error_description=x")),
  );
  assert.match(expired.text, /Este link não vale mais/);
  assert.deepEqual(hiddenFields(expired), { next: "/" });
  assert.equal(browser.cookies.has("cofre"), false);
});
