// Sample data goes into a real space, whatever language the space was begun in and whatever its user reads.
import assert from "node:assert/strict";
import { test } from "node:test";
import { type SpaceFile, sampleFile } from "./app/rules/sample.ts";
import { SAMPLE_NAMES, STARTER_NAMES } from "./app/rules/sample_names.ts";
import { shareTestWeb, type TestBrowser } from "./testing.ts";

const web = shareTestWeb();

async function enter(email: string, locale: string): Promise<TestBrowser> {
  const { auth } = web.finance;
  const user = { email, password: "correct horse", email_confirm: true, user_metadata: { locale } };
  await auth.post("/admin/users", user, auth.admin);
  const browser = web.browser();
  assert.equal((await browser.post("/sign_in", { email, password: "correct horse" })).status, 303);
  return browser;
}

const exportOf = async (who: TestBrowser) => (await who.fetch("/api/finance/exports?format=json")).body as SpaceFile;
const restore = (who: TestBrowser, file: SpaceFile, query = "") =>
  who.fetch(`/api/finance/exports/restore${query}`, { method: "POST", body: file });
const read = async (who: TestBrowser, path: string) => (await who.fetch(`/api/finance${path}`)).body as { name: string }[];
const namesIn = async (who: TestBrowser, path: string) => (await read(who, path)).map(({ name }) => name).sort();

const LANGUAGES = ["pt-BR", "en"] as const;
const today = () => web.finance.clock.now().toISOString().slice(0, 10);
const now = () => web.finance.clock.now().toISOString();

for (const begun of LANGUAGES)
  for (const reads of LANGUAGES)
    test(`sample data in ${reads} goes into a space that was begun in ${begun}, with names of that language, and away again`, async () => {
      const who = await enter(`sample.${begun}.${reads}@example.com`.toLowerCase(), begun);
      const before = await namesIn(who, "/categories");
      const base = await exportOf(who);
      const starters = STARTER_NAMES.map((names) => names[begun]).sort();
      assert.deepEqual([...new Set(base.categories.map(({ name }) => name))].sort(), starters, "finance's list is another");
      const reply = await restore(who, sampleFile(base, today(), now(), reads));
      assert.equal(reply.status, 201, reply.text);
      const { version } = reply.body as { version: number };
      assert.deepEqual([...new Set(await namesIn(who, "/categories"))], STARTER_NAMES.map((names) => names[reads]).sort());
      assert.deepEqual(await namesIn(who, "/tags"), [SAMPLE_NAMES[reads].healthTag]);
      const { checking, savings } = SAMPLE_NAMES[reads];
      assert.deepEqual(await namesIn(who, "/accounts"), [checking, savings].sort());
      const budgets = (await read(who, "/budgets")) as unknown as { category_id: number }[];
      assert.equal(new Set(budgets.map(({ category_id: id }) => id)).size, 3);
      const undone = await who.fetch("/api/finance/changes/undo", { method: "POST", body: { version, force: true } });
      assert.ok(undone.status < 300, undone.text);
      assert.deepEqual(await namesIn(who, "/categories"), before);
    });

test("a space whose user has renamed the categories gets the sample too, with those names, and one budget for the default one", async () => {
  const who = await enter("renamed@example.com", "pt-BR");
  for (const { id, name } of (await exportOf(who)).categories)
    await who.fetch(`/api/finance/categories/${id}`, { method: "PUT", body: { name: `Minha ${name}` } });
  const reply = await restore(who, sampleFile(await exportOf(who), today(), now(), "en"));
  assert.equal(reply.status, 201, reply.text);
  assert.ok((await namesIn(who, "/categories")).every((name) => name.startsWith("Minha ")));
  assert.equal((await read(who, "/budgets")).length, 1);
});

test("the sample is good on every day of a month", async () => {
  const who = await enter("days@example.com", "en");
  const base = await exportOf(who);
  const [year, month] = today().split("-");
  for (const day of ["01", "02", "05", "06", "10", "15", "28"]) {
    const reply = await restore(who, sampleFile(base, `${year}-${month}-${day}`, now(), "en"), "?dry_run=true");
    assert.equal(reply.status, 201, `${day}: ${reply.text}`);
  }
});
