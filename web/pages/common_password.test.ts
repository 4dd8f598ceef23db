// Common passwords are refused on the pages and in the app, by the service itself; clients of auth's API are judged by auth's rules alone.
import assert from "node:assert/strict";
import { test } from "node:test";
import { shareTestWeb, signedIn } from "../testing.ts";

const web = shareTestWeb({ auth: { PASSWORD_MIN_LENGTH: "7", PASSWORD_REQUIRED_CHARACTERS: "0123456789" } });

const PORTUGUESE = {
  rule: "No mínimo 7 caracteres, com um número. Não use uma senha comum",
  refusal: "Muita gente usa esta senha",
};
const ENGLISH = {
  rule: "At least 7 characters, with a digit. Do not use a common password",
  refusal: "Many people use this password",
};

const signsIn = async (email: string, password: string) =>
  (await web.finance.auth.post("/token?grant_type=password", { email, password })).status === 200;

test("the rule for a new password is said beside its field, by auth's settings, before anything is typed", async () => {
  const ana = await signedIn(web, "regra1@example.com");
  for (const browser of [web.browser(), ana])
    for (const [path, { rule }] of [
      ["pt-BR", PORTUGUESE],
      ["en", ENGLISH],
    ] as const) {
      const page = await browser.open(`${browser === ana ? "/new_password" : "/sign_up"}?lang=${path}`);
      assert.equal(page.status, 200);
      assert.ok(page.text.includes(`<p class="hint" id="password-hint">${rule}`), page.text);
      assert.match(page.text, /autocomplete="new-password"[^>]* aria-describedby="password-hint"/);
    }
  const settings = await ana.fetch("/api/auth/settings");
  const { password_min_length: least, password_required_characters: sets } = settings.body as Record<string, unknown>;
  assert.deepEqual([least, sets], [7, ["0123456789"]]);
});

test("POST /sign_up with a common password is refused at its field, and makes nobody", async () => {
  for (const [headers, { refusal }] of [
    [{}, PORTUGUESE],
    [{ "accept-language": "en" }, ENGLISH],
  ] as [Record<string, string>, typeof ENGLISH][]) {
    const email = `comum.${refusal.length}@example.com`;
    for (const password of ["1234567", "Senha2026", "flamengo81"]) {
      const reply = await web.browser().post("/sign_up", { email, password }, headers);
      assert.equal(reply.status, 422);
      assert.match(reply.text, /aria-invalid="true" aria-describedby="password-hint password-problem"/);
      assert.ok(reply.text.includes(`id="password-problem">${refusal}`), reply.text);
      assert.doesNotMatch(reply.text, new RegExp(`value="${password}"`));
    }
    const { users } = (await web.finance.auth.get("/admin/users?per_page=1000", web.finance.auth.admin)).body as {
      users: { email: string }[];
    };
    assert.ok(!users.some((user) => user.email === email));
  }
});

test("POST /new_password, and the app's change of password, refuse a common one and change nothing", async () => {
  const email = "troca1@example.com";
  const ana = await signedIn(web, email);
  const page = await ana.post("/new_password", { password: "senha123" });
  assert.equal(page.status, 422);
  assert.ok(page.text.includes(`id="password-problem">${PORTUGUESE.refusal}`), page.text);
  const reply = await ana.fetch("/api/auth/user", { method: "PUT", body: { password: "senha123", data: { name: "x" } } });
  assert.deepEqual([reply.status, (reply.body as { code: string }).code], [422, "common_password"]);
  assert.ok(await signsIn(email, ana.password));
  assert.ok(!(await signsIn(email, "senha123")));
  assert.equal((await ana.fetch("/api/auth/user", { method: "PUT", body: { password: "4 patos na lagoa" } })).status, 200);
  assert.ok(await signsIn(email, "4 patos na lagoa"));
});

test("auth's own API takes what its rules allow, as before", async () => {
  const { auth } = web.finance;
  const user = { email: "api@example.com", password: "1234567" };
  assert.equal((await auth.post("/signup", user)).status, 200);
});
