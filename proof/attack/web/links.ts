// WA-13: the page with one button, to which the links of mails lead.
import assert from "node:assert/strict";
import { type AttackCase, attack } from "../attack_case.ts";
import { openFront } from "./front.ts";

const SCRIPT = `"'><script>alert(1)</script>`;

export const webLinks: AttackCase[] = [
  attack("WA-13", "the page with one button spends a link for a scanner, for another page, or leads elsewhere", async (pair) => {
    const user = await pair.people.user();
    await using front = await openFront(pair);
    const link = async () => {
      const reply = await pair.auth.post("/admin/generate_link", { type: "magiclink", email: user.email }, pair.admin);
      return (reply.body as { hashed_token: string }).hashed_token;
    };
    const token = await link();
    const page = `/confirm?token=${token}&type=magiclink`;
    const scanner = front.browser();
    for (let visit = 0; visit < 5; visit++) assert.equal((await scanner.open(page)).status, 200);
    for (const method of ["HEAD", "OPTIONS"]) await scanner.fetch(page, { method });
    assert.equal(scanner.cookies.has("cofre"), false, "nobody is signed in by looking");
    for (const headers of [
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "", origin: "https://evil.test" },
      { "sec-fetch-site": "", origin: "null" },
    ])
      assert.equal((await front.browser().post("/confirm", { token, type: "magiclink" }, headers)).status, 403);
    const browsers = Array.from({ length: 10 }, () => front.browser());
    const replies = await Promise.all(
      browsers.map((each) => each.post("/confirm", { token, type: "magiclink", next: "//evil.test" })),
    );
    const entered = replies.filter(({ status }) => status === 303);
    assert.equal(entered.length, 1, "one of ten at once");
    assert.equal(new URL(String(entered[0]?.headers.location), front.url).origin, front.url);
    const targets = [
      "https://evil.test/",
      "//evil.test",
      "javascript:alert(1)",
      "data:text/html,x",
      `${front.url}.evil.test/`,
      "\\\\evil.test",
    ];
    for (const target of targets) {
      const { text, status } = await front
        .browser()
        .open(`${page}&redirect_to=${encodeURIComponent(target)}&lang=${encodeURIComponent(SCRIPT)}`);
      assert.equal(status, 200);
      assert.ok(!text.includes("<script>alert"));
      // Where a link goes on is auth's to decide: it is handed over as a parameter.
      for (const [, url = ""] of text.matchAll(/<(?:a|form)\b[^>]*(?:href|action)="([^"]*)"/g)) {
        const { origin, protocol } = new URL(url.replaceAll("&amp;", "&"), front.url);
        assert.ok([front.url, new URL(pair.auth.urls[0] as string).origin].includes(origin), `${target}: ${protocol} ${url}`);
      }
      const fresh = await link();
      const verify = `/verify?${new URLSearchParams({ token: fresh, type: "magiclink", redirect_to: target })}`;
      assert.doesNotMatch(String((await pair.auth.get(verify)).headers.location), /^(javascript|data):|^[^?#]*evil/i, target);
    }
    return `${targets.length} targets`;
  }),
];
