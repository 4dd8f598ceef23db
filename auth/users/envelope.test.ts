// What is stored for an address, and what a mail server is told, are the same bytes. Whatever cannot be so is refused.
import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import { startSmtpSink } from "../../kernel/testing/smtp_sink.ts";
import { until } from "../../kernel/testing/until.ts";
import { startTestAuth } from "../testing.ts";

/** Read by a URL parser as an IP address, or as nothing. */
const NUMBERS = [
  ...["123.123", "0x7f.1", "127.1", "1.2.3.4", "1.2.3", "0300.0250.1.1", "0x7f000001.0", "1.2.3.4.5", "example.123", "mx.0x7f"],
  ...["example.0x", "256.256.256.256", "4294967295.0", "08.1", "example.08", "0x7F.1", "EXAMPLE.0X1", "1.0xffffff"],
];

/** No Punycode; Node's versions differ in whether that is a domain. */
const NO_PUNYCODE = ["xn--a.com", "xn--.com", "xn--a-ecp.ru", "xn--0.pt", "xn--zn7c.com", "sub.xn--a.example", "XN--A.com"];

/** Local parts that a mail library would put into quotes. */
const LOCAL_PARTS = [
  ".ana",
  "ana.",
  ".",
  "..",
  "a..b",
  '"ana"',
  '"a b"',
  "a b",
  "ana(x)",
  "(x)ana",
  "a\\b",
  "a,b",
  "a;b",
  "a:b",
  "<ana>",
];

const OTHERS = [
  ...[
    "ana@bücher.example",
    "ana@xn--bcher-kva.example\u00AD",
    "ana@exa\u00ADmple.com",
    "ana@example\u3002com",
    "ána@example.com",
  ],
  ...["ana@example.com\r\nRCPT TO:<eve@evil.test>", "ana@example.com>", "ana@example.com,eve@evil.test", "ana@[127.0.0.1]"],
  ...["ana@evil.test/example.com", "ana@evil.test?example.com", "ana@evil.test#example.com", "ana@evil.test%2fexample.com"],
  ...["ana@evil.test\\example.com", "ana@example.com:25", "ana@example.com.", "ana@@example.com", "ana@eve@example.com"],
];

const TAKEN = [
  ...["ana@example.com", "ANA@Example.COM", "u+tag@x.test", "o'brien!#$%&*/=?^_`{|}~-@example.com", "a.b.c@x-y.test"],
  ...["ana@xn--bcher-kva.example", "Ana@XN--BCHER-KVA.Example", "ana@1.com", "ana@0x7f.com", "ana@123.0x7g", "ana@1.2.3.x4"],
  ...["ana@a--b.com", "ana@xn--80ak6aa92e.com", "-@example.com", "0@0.example", "__proto__@example.com", "a@b.c"],
];

const HOSTILE = [...NUMBERS.map((domain) => `ana@${domain}`), ...LOCAL_PARTS.map((local) => `${local}@example.com`), ...OTHERS];

test("an address is refused with 400, or stored and mailed byte for byte, wherever it comes in", async () => {
  await using sink = await startSmtpSink();
  const smtp = { SMTP_HOST: sink.host, SMTP_PORT: String(sink.port), SMTP_ADMIN_EMAIL: "cofre@example.com" };
  const variables = { ...smtp, RATE_LIMIT_EMAIL_SENT: "100000", RATE_LIMIT_OTP: "0" };
  await using auth = await startTestAuth(variables, undefined, { delivers: true });
  const ways = {
    signup: (email: string) => auth.post("/signup", { email, password: "correct horse" }),
    invite: (email: string) => auth.post("/invite", { email }, auth.admin),
    otp: (email: string) => auth.post("/otp", { email }),
    admin: (email: string) => auth.post("/admin/users", { email, password: "correct horse" }, auth.admin),
  };
  for (const [name, send] of Object.entries(ways)) {
    for (const email of HOSTILE) {
      const { status, body } = await send(email);
      assert.deepEqual([status, (body as { error_code: string }).error_code], [400, "validation_failed"], `${name} ${email}`);
    }
  }
  const usedAddresses = new Set<string>();
  for (const [index, email] of [...TAKEN, ...NO_PUNYCODE.map((domain) => `ana@${domain}`)].entries()) {
    const { status } = await ([ways.signup, ways.invite, ways.otp][index % 3] ?? ways.signup)(email);
    if (status === 400) assert.ok(!TAKEN.includes(email), email);
    else usedAddresses.add(email.toLowerCase());
  }
  const stored = await auth.service.world.db.many<{ email: string }>(sql`select email from users order by email collate "C"`);
  const addresses = stored.map(({ email }) => email);
  assert.deepEqual(addresses, [...usedAddresses].sort());
  await until("a mail for every address", () => new Set(sink.recipients).size >= addresses.length);
  assert.deepEqual([...new Set(sink.recipients)].sort(), addresses);
});
