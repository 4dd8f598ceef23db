import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { addDays } from "../calendar/day.ts";
import { assertSumsAreRight } from "../integrity/testing.ts";
import { shareTestFinance } from "../testing.ts";
import { create, list, type TransactionView } from "../transactions/testing.ts";
import { apply, type BankLine, COFFEES, type Import, linesOf, newImporter, ofx, upload } from "./testing.ts";

const finance = shareTestFinance();

const newMember = () => newImporter(finance);

test("POST /imports reads a file to a preview and writes nothing; applying it makes a row of each line, two equal coffees too", async () => {
  const { member, account_id } = await newMember();
  const preview = await upload(member, ofx(COFFEES), { account_id });
  assert.deepEqual([preview.state, preview.lines, preview.counts, preview.made], ["preview", 3, { new: 3 }, null]);
  assert.deepEqual(await list(member), []);
  const applied = await apply(member, preview);
  assert.deepEqual([applied.state, applied.made?.created], ["applied", 3]);
  const rows = await list(member);
  assert.deepEqual(rows.map((row) => [row.date, row.amount_cents, row.description, row.paid]).sort(), [
    ["2026-01-05", -800, "CAFE DA PRACA", true],
    ["2026-01-05", -800, "CAFE DA PRACA", true],
    ["2026-01-07", 250_000, "SALARIO EMPRESA", true],
  ]);
  assert.deepEqual(
    new Set((await linesOf(member, applied)).map((line) => line.transaction_id)),
    new Set(rows.map(({ id }) => id)),
  );
  await assertSumsAreRight(finance.service.world.db, member.spaceId);
});

test("the same file again is answered 200 with the import that was applied; other ids, an overlap and other spaces are known", async () => {
  const { member, account_id } = await newMember();
  const first = await apply(member, await upload(member, ofx(COFFEES), { account_id }));
  const again = await member.post("/imports", { content: ofx(COFFEES), account_id });
  assert.deepEqual([again.status, (again.body as Import).id], [200, first.id]);
  const renamed = COFFEES.map((line) => ({ ...line, text: line.text.replace(" ", "  "), id: `b${line.id}` }));
  const later: BankLine = { day: "2026-01-05", cents: -800, text: "CAFE DA PRACA", id: "c" };
  const second = await upload(member, ofx([...renamed, later]), { account_id });
  assert.deepEqual(second.counts, { known: 3, new: 1 });
  assert.equal((await apply(member, second)).made?.created, 1);
  assert.equal((await list(member)).length, 4);
});

test("POST /changes/undo takes an import back byte for byte, and its file can come again", async () => {
  const { member, account_id } = await newMember();
  const planned = await create(member, {
    description: "Aluguel",
    amount_cents: -90_000,
    date: "2026-01-10",
    paid: false,
    account_id,
  });
  const everything = async () =>
    Promise.all(
      [
        "/accounts",
        `/transactions?start_date=2025-01-01&end_date=2027-12-31`,
        `/transactions/${planned.id}`,
        "/tags",
        "/balances",
      ].map(async (path) => (await member.get(path)).text),
    );
  const was = await everything();
  const file = ofx([...COFFEES, { day: "2026-01-09", cents: -90_000, text: "PAG BOLETO ALUGUEL", id: "a9" }]);
  const applied = await apply(member, await upload(member, file, { account_id }));
  assert.deepEqual([applied.made?.created, applied.made?.matched], [3, 1]);
  const transaction = (await member.get(`/transactions/${planned.id}`)).body as TransactionView;
  assert.deepEqual([transaction.paid, transaction.date, transaction.description], [true, "2026-01-09", "Aluguel"]);
  const undone = await member.post("/changes/undo", { version: applied.made?.version });
  assert.deepEqual((undone.body as { kept: unknown }).kept, []);
  assert.deepEqual(await everything(), was);
  assert.equal(((await member.get(`/imports/${applied.id}`)).body as Import).state, "undone");
  assert.equal((await member.post(`/imports/${applied.id}/apply`)).status, 409);
  const again = await upload(member, file, { account_id });
  assert.deepEqual(again.counts, { match: 1, new: 3 });
  // The undo can be undone, and then all is known.
  await member.post("/changes/undo", { version: (undone.body as { version: number }).version });
  const repeated = await member.post("/imports", { content: `${file}\n`, account_id });
  assert.deepEqual((repeated.body as Import).counts, { known: 4 });
  await assertSumsAreRight(finance.service.world.db, member.spaceId);
});

test("what the user deleted stays deleted; what they changed stays known after an undo", async () => {
  const { member, account_id } = await newMember();
  const applied = await apply(member, await upload(member, ofx(COFFEES), { account_id }));
  const [coffee, other] = (await list(member)).filter(({ amount_cents: cents }) => cents === -800) as [
    TransactionView,
    TransactionView,
  ];
  await member.delete(`/transactions/${coffee.id}`);
  const again = await upload(member, `${ofx(COFFEES)}\n`, { account_id });
  assert.deepEqual(again.counts, { deleted: 1, known: 2 });
  assert.equal((await apply(member, again)).made?.created, 0);
  await member.put(`/transactions/${other.id}`, { description: "Café com Ana" });
  await member.post("/changes/undo", { version: applied.made?.version });
  assert.deepEqual(
    (await list(member)).map(({ id }) => id),
    [other.id],
  );
});

test("apply twice at once applies once", async () => {
  const { member, account_id } = await newMember();
  const preview = await upload(member, ofx(COFFEES), { account_id });
  const replies = await Promise.all([1, 2, 3].map(() => member.post(`/imports/${preview.id}/apply`)));
  assert.deepEqual(
    replies.map(({ status }) => status),
    [200, 200, 200],
  );
  assert.equal(new Set(replies.map(({ text }) => (JSON.parse(text) as Import).made?.version)).size, 1);
  assert.equal((await list(member)).length, 3);
});

test("a preview whose verdicts have changed is not applied: 409, and it shows the new ones", async () => {
  const { member, account_id } = await newMember();
  const preview = await upload(member, ofx(COFFEES), { account_id });
  await create(member, { description: "Salário", amount_cents: 250_000, date: "2026-01-07", account_id });
  assert.equal((await member.post(`/imports/${preview.id}/apply`)).status, 409);
  const applied = await apply(member, preview);
  assert.deepEqual([applied.made?.created, applied.made?.matched], [2, 1]);
  assert.equal((await list(member)).length, 3);
});

test("a statement that we wrote ourselves comes back as known", async () => {
  const { member, account_id } = await newMember();
  await apply(member, await upload(member, ofx(COFFEES), { account_id }));
  await create(member, { description: "Feira", amount_cents: -4321, date: "2026-01-06", account_id });
  const file = await member.get(`/exports?format=ofx&start_date=2026-01-01&end_date=2026-01-31`);
  assert.equal(file.status, 200, file.text);
  const { counts } = await upload(member, file.text, { account_id, statement: 2 });
  assert.deepEqual(counts, { known: 4 });
});

test("whatever is downloaded again and in which order, cut, shuffled, overlapped or reworded, each thing is there once; undo leaves nothing", async () => {
  const SHOPS = ["CAFE DA PRACA", "PADARIA SOL", "MERCADO NORTE"];
  const happened = fc.array(fc.record({ day: fc.nat(8), cents: fc.constantFrom(-800, -1200), shop: fc.nat(2) }), {
    minLength: 2,
    maxLength: 15,
  });
  const download = fc.record({
    from: fc.nat(8),
    to: fc.nat(8),
    ids: fc.constantFrom("none", "same", "new"),
    isReworded: fc.boolean(),
    shuffle: fc.nat(99),
  });
  await fc.assert(
    fc.asyncProperty(happened, fc.array(download, { minLength: 2, maxLength: 3 }), async (rows, downloads) => {
      const { member, account_id } = await newMember();
      const indexes = new Set<number>();
      const versions: (number | undefined)[] = [];
      for (const [round, { from, to, ids, isReworded, shuffle }] of downloads.entries()) {
        const [first, last] = [Math.min(from, to), Math.max(from, to)];
        const lines = rows.flatMap(({ day, cents, shop }, index): (BankLine & { at: number })[] => {
          if (day < first || day > last) return [];
          const id = { none: {}, same: { id: `s${index}` }, new: { id: `r${round}-${index}` } }[ids];
          const text = `${isReworded ? "COMPRA CARTAO " : ""}${SHOPS[shop]}`;
          return [{ day: addDays("2026-01-01", day), cents, text, ...id, at: index }];
        });
        if (lines.length === 0) continue;
        for (const { at } of lines) indexes.add(at);
        const shuffled = lines.toSorted((one, other) => ((one.at * 37 + shuffle) % 11) - ((other.at * 37 + shuffle) % 11));
        const preview = await member.post("/imports", { content: `${ofx(shuffled)}${" ".repeat(round)}`, account_id });
        if (preview.status !== 201) assert.fail(preview.text);
        const applied = await apply(member, preview.body as Import, { proposals: "accept" });
        versions.push(applied.made?.version);
      }
      const written = (await list(member)).map(({ date, amount_cents: cents }) => `${date} ${cents}`).sort();
      const expected = [...indexes].map((at) => `${addDays("2026-01-01", rows[at]?.day as number)} ${rows[at]?.cents}`).sort();
      assert.deepEqual(written, expected);
      for (const version of versions.toReversed()) await member.post("/changes/undo", { version });
      assert.deepEqual(await list(member), []);
    }),
    { numRuns: 5 },
  );
});

test("a preview says what the lines lack between the bank's own balances", async () => {
  const { member, account_id } = await newMember();
  const file = (final: string) =>
    `INITIAL_BALANCE;CREDITS;DEBITS;FINAL_BALANCE\n100,00;0,00;-8,00;${final}\n\n` +
    "RELEASE_DATE;TRANSACTION_TYPE;REFERENCE_ID;TRANSACTION_NET_AMOUNT;PARTIAL_BALANCE\n05-01-2026;Pagamento Café;1;-8,00;92,00\n";
  const difference = async (content: string) => {
    const { about } = (await upload(member, content, { account_id })) as unknown as { about: Record<string, unknown> };
    return [about.layout, about.opening_cents, about.closing_cents, about.difference_cents];
  };
  assert.deepEqual(await difference(file("92,00")), ["mercado_pago", 10_000, 9200, 0]);
  assert.deepEqual(await difference(file("90,00")), ["mercado_pago", 10_000, 9000, -200]);
});
