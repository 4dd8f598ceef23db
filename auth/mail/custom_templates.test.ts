import assert from "node:assert/strict";
import { test } from "node:test";
import { fakeClock } from "../../kernel/testing/clock.ts";
import { type SinkAnswer, startHttpSink } from "../../kernel/testing/http_sink.ts";
import { recordingLog } from "../../kernel/testing/log.ts";
import { RECOVERY, testConfig } from "../outbox/testing.ts";
import { customTemplates, templateUrl } from "./custom_templates.ts";

const HTML = { "content-type": "text/html; charset=utf-8" };
const GOOD: SinkAnswer = { status: 200, headers: HTML, body: "<p>Olá {{ .Email }}</p>" };
const HUGE = `<p>${"x".repeat(1_000_001)}</p>`;

/** With the timeout that everybody has unless it is given: a busy machine answers late. */
async function siteWith(
  answer: (path: string) => SinkAnswer,
  timeout: { timeoutMs?: number } = {},
  variables: Record<string, string> = {},
) {
  const site = await startHttpSink(({ path }) => answer(path));
  const config = testConfig({ MAILER_TEMPLATES_RECOVERY: `${site.url}/recovery.html`, ...variables });
  const log = recordingLog();
  const clock = fakeClock("2026-01-31T12:00:00Z");
  const templates = customTemplates({ config, log, now: clock.now, ...timeout });
  return { site, log, clock, templates, [Symbol.asyncDispose]: () => site[Symbol.asyncDispose]() };
}

test("a template is fetched once in ten minutes, also by many mails at once", async () => {
  await using its = await siteWith(() => GOOD);
  const all = await Promise.all(Array.from({ length: 20 }, () => its.templates(RECOVERY)));
  assert.deepEqual([...new Set(all)], [GOOD.body]);
  its.clock.advance(599);
  assert.equal(await its.templates(RECOVERY), GOOD.body);
  assert.equal(its.site.requests.length, 1);
  its.clock.advance(1);
  await its.templates(RECOVERY);
  assert.equal(its.site.requests.length, 2);
});

test("MAILER_TEMPLATE_MAX_AGE, MAILER_TEMPLATE_RETRY_INTERVAL and MAILER_TEMPLATE_MAX_SIZE say how it is fetched", async () => {
  const variables = { MAILER_TEMPLATE_MAX_AGE: "1m", MAILER_TEMPLATE_RETRY_INTERVAL: "2s", MAILER_TEMPLATE_MAX_SIZE: "100" };
  let now: SinkAnswer = { ...GOOD, body: `<p>${"x".repeat(100)}</p>` };
  await using its = await siteWith(() => now, {}, variables);
  assert.equal(await its.templates(RECOVERY), undefined, "too large");
  now = GOOD;
  its.clock.advance(1);
  assert.equal(await its.templates(RECOVERY), undefined);
  its.clock.advance(1);
  assert.equal(await its.templates(RECOVERY), GOOD.body);
  its.clock.advance(59);
  await its.templates(RECOVERY);
  assert.equal(its.site.requests.length, 2);
  its.clock.advance(1);
  await its.templates(RECOVERY);
  assert.equal(its.site.requests.length, 3);
});

test("a mail without a template of its own asks nobody", async () => {
  await using its = await siteWith(() => GOOD);
  assert.equal(await its.templates({ ...RECOVERY, template: "invite" }), undefined);
  assert.equal(await its.templates({ ...RECOVERY, template: "password_changed" }), undefined);
  assert.equal(its.site.requests.length, 0);
});

const BAD: [what: string, answer: SinkAnswer, problem: RegExp][] = [
  ["missing", { status: 404, headers: HTML, body: "<p>no</p>" }, /answered 404/],
  ["broken", { status: 500, headers: HTML, body: "<p>no</p>" }, /answered 500/],
  ["huge", { ...GOOD, body: HUGE }, /more than/],
  ["not HTML", { status: 200, headers: { "content-type": "application/json" }, body: "{}" }, /not text\/html/],
  ["without a type", { status: 200, body: "<p></p>" }, /not text\/html/],
  ["empty", { ...GOOD, body: " " }, /empty/],
  ["not UTF-8", { ...GOOD, body: Buffer.from([0x3c, 0xff, 0x3e]) }, /./],
];
for (const [what, answer, problem] of BAD) {
  test(`a template that is ${what} gives way to the built-in body, is asked for again after 10 s, and is told in the log`, async () => {
    let now: SinkAnswer = answer;
    await using its = await siteWith(() => now);
    assert.equal(await its.templates(RECOVERY), undefined);
    assert.match(String(its.log.lines[0]?.fields.problem), problem);
    assert.equal(its.log.lines[0]?.fields.instead, "the built-in body");
    now = GOOD;
    assert.equal(await its.templates(RECOVERY), undefined);
    its.clock.advance(10);
    assert.equal(await its.templates(RECOVERY), GOOD.body);
  });
}

test("a template that is slow gives way to the built-in body", async () => {
  await using its = await siteWith(() => ({ ...GOOD, hang: true }), { timeoutMs: 100 });
  assert.equal(await its.templates(RECOVERY), undefined);
  assert.match(String(its.log.lines[0]?.fields.problem), /longer than/);
});

test("a redirect is not followed, wherever it leads", async () => {
  for (const status of [301, 302, 303, 307, 308]) {
    await using its = await siteWith((path) =>
      path === "/recovery.html" ? { status, headers: { ...HTML, location: "/internal" }, body: "<p>go</p>" } : GOOD,
    );
    assert.equal(await its.templates(RECOVERY), undefined);
    assert.deepEqual(
      its.site.requests.map(({ path }) => path),
      ["/recovery.html"],
    );
  }
});

test("after a failure the last good template is used", async () => {
  let now: SinkAnswer = GOOD;
  await using its = await siteWith(() => now);
  await its.templates(RECOVERY);
  now = { status: 503 };
  its.clock.advance(600);
  assert.equal(await its.templates(RECOVERY), GOOD.body);
  assert.equal(its.site.requests.length, 2);
  assert.equal(its.log.lines[0]?.fields.instead, "the last good one");
});

test("a site that cannot be reached gives way to the built-in body", async () => {
  const its = await siteWith(() => GOOD);
  await its[Symbol.asyncDispose]();
  assert.equal(await its.templates(RECOVERY), undefined);
  assert.equal(its.log.lines[0]?.fields.problem, "it cannot be reached: ECONNREFUSED");
});

test("a template without http in front is a path below the site's URL", () => {
  const at = (setting: string, site = "https://app.example.com/en/") =>
    templateUrl({ ...RECOVERY, template: "invite" }, testConfig({ SITE_URL: site, MAILER_TEMPLATES_INVITE: setting }));
  assert.equal(at("/mails/invite.html"), "https://app.example.com/en/mails/invite.html");
  assert.equal(at("mails/invite.html"), "https://app.example.com/en/mails/invite.html");
  assert.equal(at("https://cdn.example.com/i.html"), "https://cdn.example.com/i.html");
  assert.equal(at("/mails/invite.html", "myapp://"), undefined);
});
