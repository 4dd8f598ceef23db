// AM: requests that try to change links, headers or recipients of mails.
import assert from "node:assert/strict";
import { sql } from "../../../kernel/sql/sql.ts";
import { type AttackCase, attack } from "../attack_case.ts";
import { allDelivered, expectRefused, mailsTo, mailTo } from "../expectations.ts";
import { sendBytes, statusesIn } from "../raw_bytes.ts";
import { EXTERNAL_URL } from "../settings.ts";

const FIXED_HEADERS = ["content-type", "date", "from", "message-id", "mime-version", "subject", "to"];

export const mail: AttackCase[] = [
  attack("AM-01", "hostile headers change neither links nor routing", { also: ["V01"] }, async (pair) => {
    const user = await pair.people.user();
    const hostile: Record<string, string>[] = [
      { host: "evil.test" },
      { "x-forwarded-host": "evil.test", "x-forwarded-proto": "http" },
      { forwarded: "host=evil.test;proto=http" },
      { "x-original-url": "/admin/users", "x-rewrite-url": "/admin/users" },
      {
        "x-host": "evil.test",
        "x-forwarded-server": "evil.test",
        "x-http-host-override": "evil.test",
        origin: "https://evil.test",
      },
    ];
    for (const [index, headers] of hostile.entries()) {
      const reply = await pair.auth.post("/recover", { email: user.email }, headers);
      assert.deepEqual([reply.status, reply.text], [200, "{}"], JSON.stringify(headers));
      const { url } = await mailTo(pair, user.email, index + 1);
      assert.ok(url.startsWith(`${EXTERNAL_URL}/verify?`) && !url.includes("evil"), url);
    }
    const body = JSON.stringify({ email: user.email });
    const head = `Host: evil.test\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n`;
    const absolute = await sendBytes(pair.auth.urls[0] as string, `POST http://evil.test/recover HTTP/1.1\r\n${head}${body}`);
    const [status = 0] = statusesIn(absolute);
    assert.ok(status === 200 || (status >= 400 && status < 500), absolute.slice(0, 300));
    if (status === 200) assert.ok((await mailTo(pair, user.email, hostile.length + 1)).url.startsWith(`${EXTERNAL_URL}/verify?`));
  }),
  attack("AM-02", "line breaks do not become headers of a mail", async (pair) => {
    const inject = "\r\nBcc: x@evil.test";
    for (const email of [
      `a@people.example.com${inject}`,
      `a${inject}@people.example.com`,
      "a%0d%0aBcc:x@evil.test@people.example.com",
      "a@people.example.com\n",
    ])
      for (const path of ["/recover", "/otp", "/signup"])
        expectRefused(
          await pair.auth.post(path, { email, password: "a long password" }),
          `${path} ${JSON.stringify(email)}`,
          [400],
        );
    const email = pair.address();
    const body = { email, password: pair.people.password(), data: { name: `Ana${inject}\r\n\r\n<b>x</b>` } };
    const query = `?redirect_to=${encodeURIComponent(`https://a.preview.example.com/${inject}`)}`;
    const reply = await pair.auth.post(`/signup${query}`, body);
    if (reply.status !== 200) return expectRefused(reply, "a line break in redirect_to", [400]);
    const [mail] = await mailsTo(pair, email);
    assert.deepEqual(mail?.to, [email]);
    assert.deepEqual(
      Object.keys(mail?.headers ?? {})
        .sort()
        .filter((name) => name !== "content-transfer-encoding"),
      FIXED_HEADERS,
    );
    assert.ok(!/^bcc:/im.test(mail?.raw ?? ""));
  }),
  attack("AM-04", "addresses that a validator and a mailer would read differently", { also: ["V25"] }, async (pair) => {
    const { messages } = pair.inside.sinks.smtp;
    const before = messages.length;
    for (const email of [
      ...["a@x.test,b@evil.test", '"a@x.test>,<b"@evil.test', 'x:"a;b@evil.test"@y.test;', '"user"@example.com(x)evil.com'],
      ...[
        "a(b(c)d)@x.test",
        "a@x.test;b@evil.test",
        "<a@x.test>",
        "Ana <a@x.test>",
        "a@x.test b@evil.test",
        "a@@x.test",
        "=?utf-8?q?=61=62=63?=@x.test",
      ],
      ...["a@[127.0.0.1]", "a@x.test\u0000b@evil.test", "a b@x.test", "@x.test", "a@", "a@x..test", "a@-x.test", "postmaster"],
    ])
      for (const path of ["/otp", "/recover", "/magiclink"]) {
        const reply = await pair.auth.post(path, { email });
        if (email.startsWith("=?")) assert.ok(reply.status < 500);
        else expectRefused(reply, `${path} ${email}`, [400, 422]);
      }
    await allDelivered(pair);
    for (const { to } of messages.slice(before)) assert.ok(!to.join().includes("evil"), to.join());
  }),
  attack("AM-05", "every accepted address is the one that mail goes to", async (pair) => {
    const total = pair.options.full ? 10_000 : 150;
    const letters = [
      ..."abcz019",
      ".",
      "+",
      "-",
      "_",
      "'",
      "=",
      "!",
      "#",
      "%",
      "&",
      "*",
      "/",
      "?",
      "^",
      "`",
      "{",
      "|",
      "}",
      "~",
      '"',
      "(",
      ",",
      "@",
      "ß",
      "K",
    ];
    const requests = Array.from({ length: total }, (_, index) => {
      const local = Array.from({ length: pair.random.whole(1, 12) }, () => pair.random.pick(letters)).join("");
      return `${local}@m${index}.example.com`;
    });
    const { messages } = pair.inside.sinks.smtp;
    const before = messages.length;
    const accepted: string[] = [];
    for (const email of requests) {
      const { status, text } = await pair.auth.post("/otp", { email });
      assert.ok(status === 200 || status === 400, `${email}: ${status} ${text}`);
      if (status === 200) accepted.push(email.toLowerCase());
    }
    await allDelivered(pair);
    const rows = await pair.inside.db.many<{ email: string }>(sql`select email from users where email like '%@m%.example.com'`);
    // The mailer quotes a local part with a dot at its edge, which is the same mailbox.
    const plain = (address: string) => address.replace(/^"([^"\\]*)"@/, "$1@");
    const recipients = messages
      .slice(before)
      .map(({ to }) => to.map(plain))
      .filter((to) => to.some((each) => /@m\d+\.example\.com$/.test(each)));
    assert.ok(
      recipients.every((to) => to.length === 1),
      "one receiver each",
    );
    assert.deepEqual(recipients.flat().sort(), accepted.sort());
    assert.deepEqual(rows.map(({ email }) => email).sort(), accepted.sort());
    return `${accepted.length} of ${total} accepted`;
  }),
  attack(
    "AM-07",
    "templates that are broken, huge, misleading or scripts",
    {
      auth: {
        ...{ MAILER_TEMPLATES_RECOVERY: "{templates}/broken", MAILER_TEMPLATES_MAGIC_LINK: "{templates}/huge" },
        ...{ MAILER_TEMPLATES_CONFIRMATION: "{templates}/astray", MAILER_TEMPLATES_INVITE: "{templates}/script" },
      },
      also: ["V35"],
    },
    async (pair) => {
      const user = await pair.people.user();
      const [fresh, guest] = [pair.address(), pair.address()];
      await pair.auth.post("/recover", { email: user.email });
      await pair.auth.post("/magiclink", { email: user.email });
      await pair.auth.post("/signup", { email: fresh, password: pair.people.password() });
      await pair.auth.post("/invite", { email: guest }, pair.admin);
      const mails = [...(await mailsTo(pair, user.email, 2)), ...(await mailsTo(pair, fresh))];
      for (const { parts } of mails) {
        const text = parts.map((part) => part.text).join();
        assert.ok(/token=/.test(text) && !text.includes("canary-template"), "the built-in body was sent");
      }
      const [invited] = await mailsTo(pair, guest);
      assert.ok(!/\b49\b/.test(invited?.parts.map(({ text }) => text).join() ?? ""), "a template is not evaluated");
      assert.ok((await mailTo(pair, guest)).url.startsWith(EXTERNAL_URL));
      assert.equal(pair.inside.sinks.trap.requests.length, 0, "no redirect was followed");
    },
  ),
  attack(
    "AM-08",
    "hosts that only look like those of MAILER_EXTERNAL_HOSTS",
    { auth: { MAILER_EXTERNAL_HOSTS: "mail.example.com,other.example.com:8443" } },
    async (pair) => {
      const user = await pair.people.user();
      const hosts = [
        ...[
          "evil.test",
          "mail.example.com.evil.test",
          "evil.test/mail.example.com",
          "evil.test#mail.example.com",
          "mail.example.com@evil.test",
        ],
        ...[
          "mail.example.com, evil.test",
          "evil.test, mail.example.com",
          "mail.example.com:8080@evil.test",
          "mail.example.com\\.evil.test",
        ],
        ...[
          "mail.example.com.",
          "mail.example.com:1/..//evil.test",
          "xmail.example.com",
          "other.example.com",
          "MAIL.EXAMPLE.COM:99",
        ],
      ];
      const right = new Set([new URL(EXTERNAL_URL).host, "mail.example.com", "other.example.com:8443"]);
      let sent = 0;
      for (const host of hosts)
        for (const headers of [{ host }, { "x-forwarded-host": host }, { host: "mail.example.com", "x-forwarded-host": host }]) {
          const reply = await pair.auth.post("/recover", { email: user.email }, headers as Record<string, string>);
          assert.ok(reply.status === 200 || reply.status === 400, `${host}: ${reply.status}`);
          if (reply.status !== 200) continue;
          const { url } = await mailTo(pair, user.email, ++sent);
          const { protocol, host: led, username } = new URL(url);
          assert.ok(protocol === "https:" && username === "" && right.has(led), `${JSON.stringify(headers)} leads to ${url}`);
        }
      return `${sent} mails`;
    },
  ),
  attack("V26", "a list where an address is expected", { quick: true }, async (pair) => {
    const victim = await pair.people.user();
    const email = [victim.email, "attacker@evil.test"];
    for (const path of ["/recover", "/otp", "/magiclink", "/resend", "/signup"])
      expectRefused(await pair.auth.post(path, { email, type: "signup", password: "a long password" }), path, [400]);
    for (const extra of ["attacker@evil.test", { a: 1 }])
      expectRefused(
        await pair.auth.post("/recover", { email: extra === "attacker@evil.test" ? [extra] : extra }),
        "/recover",
        [400],
      );
    await allDelivered(pair);
    assert.equal(pair.inside.sinks.smtp.messages.filter(({ to }) => to.join().includes("evil")).length, 0);
  }),
];
