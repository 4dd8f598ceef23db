// Tables of unknown layout, and amounts whose decimals are not certain: the user chooses.
import assert from "node:assert/strict";
import { test } from "node:test";
import { shareTestFinance } from "../testing.ts";
import { apply, COFFEES, linesOf, newImporter, ofx, upload } from "./testing.ts";

const finance = shareTestFinance();

const newMember = () => newImporter(finance);

test("a table that nobody knows is asked about, read by the answer, and its like by what is remembered; undo forgets that too", async () => {
  const { member, account_id } = await newMember();
  const layouts = async () => (await member.get("/import_layouts")).body as { id: number; header: string[]; columns: object }[];
  const table = (rows: string) => `Quando|Nada|Quem|Quanto\n${rows}`;
  const columns = { day: 0, description: [2], amount: 3, separator: "|", dayOrder: "dmy" };
  const reply = await member.post("/imports", { content: "Quando|Quem\n05/01/2026|Feira\n", account_id });
  assert.equal(reply.status, 422);
  assert.deepEqual(
    (reply.body as { question: { sample: string[][] } }).question.sample.at(-1),
    ["05/01/2026", "Feira"],
    reply.text,
  );
  const first = await upload(member, table("05/01/2026|a|Feira|-8,00\n06/01/2026|a|Bar|-9,00\n"), { account_id, columns });
  assert.deepEqual([first.counts, await layouts()], [{ new: 2 }, []]);
  const applied = await apply(member, first);
  const [layout] = await layouts();
  assert.deepEqual([layout?.header, layout?.columns], [["Quando", "Nada", "Quem", "Quanto"], columns]);
  const next = await upload(member, table("07/01/2026|b|Cinema|-7,00\n"), { account_id });
  const { about } = next as unknown as { about: { question: unknown; chosen: { remembered: boolean } } };
  assert.deepEqual([next.counts, about.question, about.chosen.remembered], [{ new: 1 }, null, true]);
  const [line] = (await linesOf(member, next)) as unknown as { description: string; amount_cents: number }[];
  assert.deepEqual([line?.description, line?.amount_cents], ["Cinema", -700]);
  assert.equal((await member.delete(`/imports/${next.id}`)).status, 200);
  await member.post("/changes/undo", { version: applied.made?.version });
  assert.deepEqual(await layouts(), []);
  await apply(member, await upload(member, table("05/01/2026|a|Feira|-8,00\n"), { account_id, columns }));
  const gone = await member.delete(`/import_layouts/${(await layouts())[0]?.id}`);
  assert.equal(gone.status, 200, gone.text);
  assert.deepEqual(await layouts(), []);
});

const tableWith = (sign: string, rows: [string, string][]) =>
  `Quando|Quem|Quanto\n${rows.map(([who, amount]) => `05/01/2026|${who}|${amount.replace(".", sign)}\n`).join("")}`;
const THREE_DECIMALS: [string, string][] = [
  ["Feira", "-10.999"],
  ["Bar", "5"],
];

async function preview({ member, account_id }: Awaited<ReturnType<typeof newMember>>, content: string, columns?: object) {
  const uploaded = await upload(member, content, { account_id, ...(columns && { columns }) });
  const lines = (await linesOf(member, uploaded)) as unknown as { amount_cents: number | null; sure: boolean; reason: string }[];
  return {
    made: uploaded,
    lines: lines.map(({ amount_cents: cents, sure }) => [cents, sure]),
    reasons: lines.map(({ reason }) => reason),
  };
}

test("amounts that may be thousands or have three decimals are a question, until a person says the decimal sign", async () => {
  const owner = await newMember();
  const { member } = owner;
  const chosenColumns = { day: 0, description: [1], amount: 2, separator: "|" };
  for (const sign of [",", "."]) {
    const { made, lines, reasons } = await preview(owner, tableWith(sign, THREE_DECIMALS));
    assert.deepEqual(
      lines,
      [
        [-1_099_900, false],
        [500, true],
      ],
      sign,
    );
    assert.match(reasons[0] ?? "", /três casas decimais/);
    assert.equal(made.undecided, 1);
    const { question } = (made as unknown as { about: { question: { guess: Record<string, unknown> } } }).about;
    assert.ok(!("decimal" in question.guess), "the guess sent back is no answer");
    const refused = await member.post(`/imports/${made.id}/apply`);
    assert.equal(refused.status, 422, refused.text);
    // Whether it came or went says nothing about how much it is.
    await member.put(`/imports/${made.id}/lines/1`, { income: false });
    assert.equal((await member.post(`/imports/${made.id}/apply`)).status, 422);
    // The other sign makes them thousands, which is then sure; this one gives them three decimals.
    const other = sign === "," ? "." : ",";
    assert.deepEqual((await preview(owner, tableWith(sign, THREE_DECIMALS), { ...chosenColumns, decimal: other })).lines, [
      [-1_099_900, true],
      [500, true],
    ]);
    const precise = await preview(owner, tableWith(sign, THREE_DECIMALS), { ...chosenColumns, decimal: sign });
    assert.deepEqual(precise.lines, [
      [500, true],
      [null, true],
    ]);
    assert.match(precise.reasons[1] ?? "", /mais de duas casas decimais/);
  }
});

test("one amount with a zero or with two decimals shows the decimal sign of all", async () => {
  const owner = await newMember();
  const { lines } = await preview(owner, tableWith(".", [...THREE_DECIMALS, ["Luz", "-0.005"]]));
  assert.deepEqual(
    lines,
    [
      [500, true],
      [null, true],
      [null, true],
    ],
    "a zero shows the sign",
  );
  assert.deepEqual((await preview(owner, tableWith(".", [...THREE_DECIMALS, ["Luz", "-7.50"]]))).lines.slice(0, 2), [
    [500, true],
    [-750, true],
  ]);
});

test("a bank's layout does not make three decimals sure either", async () => {
  const { member, account_id } = await newMember();
  const nubank = (amount: string) => `Data,Valor,Identificador,Descrição\n05/01/2026,${amount},a,Feira\n`;
  const uploaded = await upload(member, nubank("-10.999"), { account_id });
  assert.deepEqual([uploaded.counts, uploaded.undecided], [{ new: 1 }, 1]);
  assert.equal((await upload(member, nubank("-10.99"), { account_id })).undecided, 0);
});

test("an OFX has at most two decimals, and one without a readable row is told so", async () => {
  const { member, account_id } = await newMember();
  const withAmounts = (...amounts: string[]) =>
    amounts.reduce(
      (text, amount) => text.replace(/<TRNAMT>-?\d+\.00</, `<TRNAMT>${amount}<`),
      ofx(amounts.map((_, at) => ({ day: "2026-01-05", cents: -100, text: `Bar ${at}` }))),
    );
  for (const bad of ["-0.005", "-10,999", "-10.999", "-1.000"]) {
    const none = await member.post("/imports", { content: withAmounts(bad), account_id });
    assert.equal(none.status, 422, none.text);
    const { errors } = none.body as { errors: Record<string, string[]> };
    assert.deepEqual(errors, { file: ["nenhum lançamento pôde ser lido", "o valor tem mais de duas casas decimais"] }, bad);
    const some = await upload(member, withAmounts(bad, "-7"), { account_id });
    assert.deepEqual(some.counts, { new: 1, error: 1 }, bad);
    const [, line] = (await linesOf(member, some)) as unknown as { reason: string }[];
    assert.equal(line?.reason, "o valor tem mais de duas casas decimais");
  }
  const days = await member.post("/imports", {
    content: ofx(COFFEES).replaceAll(/<DTPOSTED>\d+/g, "<DTPOSTED>20261399"),
    account_id,
  });
  assert.deepEqual((days.body as { errors: object }).errors, {
    file: ["nenhum lançamento pôde ser lido", "a data não existe ou não foi entendida"],
  });
  const empty = await member.post("/imports", { content: ofx([]), account_id });
  assert.deepEqual((empty.body as { errors: object }).errors, { file: ["nenhum lançamento foi encontrado"] });
  assert.deepEqual(
    (await upload(member, withAmounts("-1.234", "-7,50"), { account_id })).counts,
    { new: 2 },
    "thousands that another amount shows",
  );
});
