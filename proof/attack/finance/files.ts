// FX: restored files, and ignored fields.
import assert from "node:assert/strict";
import { sql } from "../../../kernel/sql/sql.ts";
import { type AttackCase, attack } from "../attack_case.ts";
import { notRun } from "../not_run.ts";
import type { Pair } from "../pair.ts";
import type { Member } from "../people.ts";
import { inHousehold } from "./households.ts";
import { change, changesNothing, financeDatabase, make, makeRow, read, wrongFields } from "./records.ts";

type FileRow = Record<string, unknown> & { id: number };
type ExportFile = Record<"categories" | "card_days" | "transactions" | "budgets" | "series", FileRow[]>;

export const files: AttackCase[] = [
  attack("FX-01", "a dry run or rejected file uses no ids", async (pair) => {
    if (pair.isForeign) notRun("it wants a look into the database");
    const [file, other] = [await exportedFile(pair), await pair.people.member()];
    await make(other, "/transactions?dry_run=true", { description: "first use", amount_cents: -1 });
    const spoilt = { ...file, budgets: [...file.budgets, ...file.budgets] };
    const before = await drawnIds(pair);
    await changesNothing(pair, [other], async () => {
      for (let tries = 0; tries < 5; tries++) {
        assert.equal((await other.post("/exports/restore?dry_run=true", file)).status, 201);
        wrongFields(await other.post("/exports/restore", spoilt));
        wrongFields(await other.post("/exports/restore", { format: "cofre" }));
      }
    });
    assert.deepEqual(await drawnIds(pair), before);
  }),
  attack("FX-02", "a file with invalid records is rejected and names the record", async (pair) => {
    const [file, other] = [await exportedFile(pair), await pair.people.member()];
    const none = file.categories.find(({ kind }) => kind === "none");
    const spoils: [table: string, spoil: (file: ExportFile) => unknown][] = [
      ["transactions", ({ transactions }) => Object.assign(paymentIn(transactions), { amount_cents: 1_000 })],
      ["transactions", ({ transactions }) => Object.assign(paymentIn(transactions), { amount_cents: 0 })],
      ["categories", ({ categories }) => Object.assign(childIn(categories), { kind: "earnings" })],
      ["budgets", ({ budgets }) => Object.assign(budgets[0] as object, { category_id: none?.id })],
      ["transactions", ({ transactions }) => Object.assign(instalmentIn(transactions), { recurring: true })],
      ["card_days", ({ card_days: days }) => days.push({ ...(days[0] as FileRow) })],
    ];
    await changesNothing(pair, [other], async () => {
      for (const [table, spoil] of spoils) {
        const input = structuredClone(file);
        spoil(input);
        const reply = await other.post("/exports/restore", input, { "accept-language": "en" });
        assert.deepEqual(wrongFields(reply, table), [table]);
        assert.match(reply.text, /record \d+, \w+ is invalid/);
      }
    });
    return `${spoils.length} files`;
  }),
  attack("FX-03", "a row moved to a card and back keeps its paid state", async (pair) => {
    const member = await pair.people.member();
    const account = await make(member, "/accounts", { name: "x" });
    const card = await make(member, "/credit_cards", { name: "x", closing_day: 5, due_day: 10 });
    for (const paid of [true, false]) {
      const row = await makeRow(member, { account_id: account.id, amount_cents: -5, date: "2026-01-02", paid });
      await change(member, `/transactions/${row.id}`, { credit_card_id: card.id });
      const back = await change(member, `/transactions/${row.id}`, { account_id: account.id });
      assert.equal(back.paid, paid);
    }
  }),
  attack("FX-04", "viewers and editors cannot see invitations", async (pair) => {
    for (const role of ["viewer", "editor"]) {
      const { owner, about } = await inHousehold(pair, role);
      const email = pair.address();
      const { id } = await make(owner, "/invitations", { email, role: "viewer" });
      assert.ok((await owner.get("/changes?since=0")).text.includes(email));
      for (const path of ["/changes?since=0", "/changes?since=0&limit=500", "/invitations", "/members", "/overview"])
        assert.ok(!(await about("GET", path)).text.includes(email), `${role} ${path}`);
      assert.equal((await owner.delete(`/invitations/${id}`)).status, 200);
      assert.ok(!(await about("GET", "/changes?since=0")).text.includes(email), `${role}, withdrawn`);
    }
  }),
  attack(
    "FX-05",
    "a misspelt name is told, and refused where that is preferred; no name gets out of its header",
    async (pair) => {
      const member = await pair.people.member();
      const body = { description: "x", amount: -5, categroy_id: 1, "a\r\nx-evil: 1": 1, ["é".repeat(900)]: 1 };
      const { headers } = await member.post("/transactions?dryrun=true", body);
      assert.match(
        String(headers["cofre-ignored"]),
        /^query\.dryrun, body\.amount, body\.categroy_id, body\.a%0D%0A[!-~ ]{1,500}$/,
      );
      assert.equal(headers["x-evil"], undefined);
      await changesNothing(pair, [member], async () => {
        const strict = { prefer: "handling=strict" };
        const reply = await member.post("/transactions", { description: "x", amount: -5, tags: [{ nme: "x" }] }, strict);
        assert.deepEqual(wrongFields(reply), ["amount", "tags.nme"]);
        assert.equal((await member.get("/accounts?x=1", strict)).status, 422);
      });
      assert.equal((await member.get("/accounts", { prefer: `handling=${"strict,".repeat(500)}` })).status, 200);
    },
  ),
];

const paymentIn = (rows: FileRow[]) => rows.find((row) => row.paid_credit_card_id !== null) as FileRow;
const childIn = (rows: FileRow[]) => rows.find((row) => row.parent_id !== null) as FileRow;
const instalmentIn = (rows: FileRow[]) => rows.find((row) => row.total_installments === 3) as FileRow;

/** A space with a record of each kind that the cases corrupt. */
async function exportedFile(pair: Pair): Promise<ExportFile> {
  const member: Member = await pair.people.member();
  const parent = await make(member, "/categories", { name: "parent" });
  const child = await make(member, "/categories", { name: "child", parent_id: parent.id });
  const card = await make(member, "/credit_cards", { name: "card", closing_day: 5, due_day: 10 });
  await makeRow(member, { credit_card_id: card.id, amount_cents: -900, date: "2026-01-02", category_id: child.id });
  await makeRow(member, { amount_cents: -900, installments_attributes: { periodicity: "monthly", total: 3 } });
  await make(member, `/credit_cards/${card.id}/invoices/312/payments`, { amount_cents: 300 });
  await make(member, "/budgets", { category_id: child.id, amount_cents: 10_000 });
  return read<ExportFile>(member, "/exports?format=json");
}

const drawnIds = (pair: Pair) =>
  financeDatabase(pair).many<{ name: string; last: number | null }>(sql`
    select sequencename::text as name, last_value as last
      from pg_sequences
     where schemaname = 'finance' and data_type = 'integer'::regtype and sequencename not in ('api_tokens_id_seq', 'users_id_seq')
     order by 1`);
