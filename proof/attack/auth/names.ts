// AN: whether two spellings of an address or number are the same user.
import assert from "node:assert/strict";
import { sql } from "../../../kernel/sql/sql.ts";
import { type AttackCase, attack } from "../attack_case.ts";
import { allDelivered, expectRefused, expectVerdict, inParallel, tally } from "../expectations.ts";
import type { Pair } from "../pair.ts";
import { AUTOCONFIRM } from "../settings.ts";

const countUsers = async (pair: Pair, email: string) =>
  (
    await pair.inside.db.one<{ count: number }>(
      sql`select count(*)::int as count from users where email = ${email.toLowerCase()}`,
    )
  ).count;

export const names: AttackCase[] = [
  attack("AN-02", "a tag makes another account", async (pair) => {
    const user = await pair.people.user({ email: `tagged.${pair.random.text(6)}@people.example.com` });
    const other = await pair.people.user({ email: user.email.replace("@", "+tag@") });
    assert.notEqual(other.id, user.id);
    expectVerdict(
      await pair.auth.post("/token?grant_type=password", { email: other.email, password: user.password }),
      "400 invalid_credentials",
    );
  }),
  attack("AN-03", "letters that case folding maps to others", { also: ["V27"] }, async (pair) => {
    const name = `mikesi${pair.random.text(6)}`;
    const victim = await pair.people.user({ email: `${name}@people.example.com` });
    const before = pair.inside.sinks.smtp.messages.length;
    const twins = [
      ...[
        name.replace("k", "\u212a"),
        name.replace("i", "ı"),
        name.replace("s", "ſ"),
        `${name}\u200b`,
        `\u200f${name}`,
        `${name}\u0301`,
      ].map((local) => `${local}@people.example.com`),
      ...[
        `${name}＠people.example.com`,
        `${name}@people.example。com`,
        `${name}@ｐeople.example.com`,
        `${name}@people.example.com\u200b`,
        `${name}@peopleß.example.com`,
      ],
    ];
    for (const email of twins)
      for (const path of ["/recover", "/otp", "/magiclink", "/signup"])
        expectRefused(
          await pair.auth.post(path, { email, password: "a long password" }),
          `${path} ${JSON.stringify(email)}`,
          [400],
        );
    await allDelivered(pair);
    assert.deepEqual(
      pair.inside.sinks.smtp.messages
        .slice(before)
        .flatMap(({ to }) => to)
        .filter((to) => to.includes(name)),
      [],
    );
    assert.equal(await countUsers(pair, victim.email), 1);
  }),
  attack("AN-05", "invalid addresses", AUTOCONFIRM, async (pair) => {
    const long = `${"a".repeat(64)}@${"b".repeat(60)}.${"c".repeat(60)}.${"d".repeat(60)}.example.com`;
    for (const email of [
      " a@x.test",
      "a@x.test ",
      "a(comment)@x.test",
      '"a b"@x.test',
      "a@[127.0.0.1]",
      long,
      "a@localhost",
      "",
      " ",
      "a",
    ])
      expectRefused(await pair.auth.post("/signup", { email, password: "a long password" }), JSON.stringify(email), [400, 422]);
  }),
  attack("AN-06", "fifty sign-ups at once with one address in different cases", async (pair) => {
    const email = pair.address("Same");
    const spelled = (index: number) =>
      [...email].map((letter, at) => ((index >> (at % 6)) & 1 ? letter.toUpperCase() : letter)).join("");
    const rounds = [];
    for (let round = 0; round < 5; round++)
      rounds.push(
        await inParallel(10, (index) =>
          pair.auth.post("/signup", { email: spelled(round * 10 + index), password: `password ${index}` }),
        ),
      );
    assert.deepEqual(tally(rounds.flat()), { "200": 50 });
    assert.equal(await countUsers(pair, email), 1);
  }),
  attack("AN-08", "both an address and a number, or neither", AUTOCONFIRM, async (pair) => {
    const both = { email: pair.address(), phone: pair.phone(), password: "a long password" };
    expectVerdict(await pair.auth.post("/signup", both), "400 validation_failed");
    expectVerdict(await pair.auth.post("/token?grant_type=password", both), "400 validation_failed");
    expectVerdict(await pair.auth.post("/otp", both), "400 validation_failed");
    expectVerdict(await pair.auth.post("/signup", { password: "a long password" }), "422 anonymous_provider_disabled");
  }),
];
