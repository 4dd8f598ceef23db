// FT: access to records of other users.
import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import type { Reply } from "../../../kernel/testing/client.ts";
import { type AttackCase, attack } from "../attack_case.ts";
import { inParallel } from "../expectations.ts";
import { notRun } from "../not_run.ts";
import { assertSameTime } from "../timing.ts";
import { type Ids, idPositions, mirroredSpaces, pathOf, sendTo, type TwoSpaces } from "./mirror.ts";
import { change, changesNothing, expectWrong, make, type RecordView, read } from "./records.ts";

const NEVER_USED = 1_987_654_321;

export const tenants: AttackCase[] = [
  attack("FT-01", "another user's id is answered like an unknown id, in content and time", async (pair) => {
    const spaces = await mirroredSpaces(pair);
    const { ana, bruno, own, theirs } = spaces;
    const inPaths = idPositions().filter(({ part }) => part === "path");
    await changesNothing(pair, [ana, bruno], async () => {
      for (const position of inPaths) {
        const ask = (id: number) => sendTo(spaces, position, id);
        await assertAlike(`${position.route} ${position.name}`, 404, theirs[position.kind], ask, spaces);
      }
    });
    const pairs = pair.options.full ? 2_000 : 300;
    const times = await assertSameTime({
      pairs,
      random: pair.random,
      first: () => ana.get(`/transactions/${theirs.transaction}`),
      second: () => ana.get(`/transactions/${NEVER_USED}`),
    });
    assert.equal((await ana.get(`/transactions/${own.transaction}`)).status, 200);
    return `${inPaths.length} positions; ${times}`;
  }),
  attack("FT-02", "a transaction cannot reference another user's records", { quick: true }, async (pair) => {
    const spaces = await mirroredSpaces(pair);
    const { ana, bruno, own, theirs } = spaces;
    const links: Record<string, keyof Ids> = {
      ...{ account_id: "account", category_id: "category", credit_card_id: "card", contact_id: "user" },
      ...{ oposite_account_id: "account", oposite_transaction_id: "leg" },
    };
    await changesNothing(pair, [ana, bruno], async () => {
      for (const [field, kind] of Object.entries(links)) {
        const body = { description: "x", amount_cents: -1, [field]: theirs[kind] };
        expectWrong(await ana.post("/transactions", body), field, `POST with ${field}`);
        expectWrong(await ana.put(`/transactions/${own.transaction}`, { [field]: theirs[kind] }), field, `PUT with ${field}`);
      }
      for (const field of ["paid_credit_card_id", "paid_credit_card_invoice_id"]) {
        const id = field === "paid_credit_card_id" ? theirs.card : theirs.invoice;
        expectWrong(await ana.put(`/transactions/${own.transaction}`, { [field]: id }), field, `PUT with ${field}`);
      }
      // Invoices are numbered on each card, so a number needs a card of the caller's.
      const invoice = { description: "x", credit_card_invoice_id: theirs.invoice };
      expectWrong(await ana.post("/transactions", invoice), "credit_card_invoice_id");
      expectWrong(await ana.post("/transactions", { ...invoice, credit_card_id: theirs.card }), "credit_card_id");
    });
    // The payment fields of a new row are ignored (finance/transactions/links.ts).
    const paying = { description: "x", paid_credit_card_id: theirs.card, paid_credit_card_invoice_id: theirs.invoice };
    const ignored = await changesNothing(pair, [bruno], () => make(ana, "/transactions", paying));
    assert.deepEqual([ignored.paid_credit_card_id ?? null, ignored.paid_credit_card_invoice_id ?? null], [null, null]);
  }),
  attack("FT-04", "a category is replaced only by a valid one", async (pair) => {
    const spaces = await mirroredSpaces(pair);
    const { ana, bruno, own, theirs } = spaces;
    const archived = await make(ana, "/categories", { name: "archived" });
    await change(ana, `/categories/${archived.id}`, { archived: true });
    const root = own.root_category;
    const wrong = [root, own.category, archived.id, "7", 0, -1, 2 ** 31, 2 ** 63, theirs.category, 1.5, true, [], {}];
    await changesNothing(pair, [ana, bruno], async () => {
      for (const replacement of wrong) {
        const reply = await ana.delete(`/categories/${root}`, { replacement_id: replacement });
        expectWrong(reply, "replacement_id", `replacement_id ${JSON.stringify(replacement)}`);
      }
    });
    for (const body of [{ replacement_id: null }, {}, undefined]) {
      const { id } = await make(ana, "/categories", { name: "to be replaced" });
      const row = await make(ana, "/transactions", { description: "x", amount_cents: -5, category_id: id });
      const gone = await ana.delete(`/categories/${id}`, body);
      assert.equal(gone.status, 200, gone.text);
      const moved = await read(ana, `/transactions/${row.id}`);
      const fresh = await make(ana, "/transactions", { description: "in the default category", amount_cents: -5 });
      assert.equal(moved.category_id, fresh.category_id, "it is in the default category now");
    }
  }),
  attack("FT-05", "invoices and payments are those of the card in the path", async (pair) => {
    const spaces = await mirroredSpaces(pair);
    const { ana, bruno, own, theirs } = spaces;
    const other = await make(ana, "/credit_cards", { name: "another", closing_day: 5, due_day: 10 });
    const absent = [
      `/credit_cards/${theirs.card}/invoices`,
      ...["", "/explain", "/payments"].map((end) => `/credit_cards/${theirs.card}/invoices/${own.invoice}${end}`),
      // Every card has this invoice number, but this one has neither the purchase nor the payment.
      `/credit_cards/${other.id}/invoices/${own.invoice}/payments?shape=object`,
      ...["0x10", "1e3", "-0", "99999", "01", "x", "%20"].map((number) => `/credit_cards/${own.card}/invoices/${number}`),
    ];
    await changesNothing(pair, [ana, bruno], async () => {
      for (const path of absent) assert.equal((await ana.get(path)).status, 404, path);
      for (const [card, payment] of [
        [other.id, own.payment],
        [own.card, theirs.payment],
        [theirs.card, own.payment],
        [theirs.card, theirs.payment],
      ]) {
        const path = `/credit_cards/${card}/invoices/${own.invoice}/payments`;
        for (const reply of [
          await ana.put(`${path}/${payment}`, { amount_cents: 1 }),
          await ana.delete(`${path}/${payment}`),
          ...(card === theirs.card ? [await ana.post(path, { amount_cents: 1 })] : []),
        ])
          assert.equal(reply.status, 404, `${path}/${payment}: ${reply.text}`);
      }
    });
    const empty = await read<RecordView & { transactions: unknown[] }>(ana, `/credit_cards/${other.id}/invoices/${own.invoice}`);
    assert.deepEqual([empty.amount_cents, empty.transactions], [0, []]);
  }),
  attack("FT-07", "users see only themselves", async (pair) => {
    const { ana, own, theirs } = await mirroredSpaces(pair);
    assert.equal((await ana.get(`/users/${theirs.user}`)).status, 404);
    const self = await read(ana, `/users/${own.user}`);
    assert.equal(self.email, ana.email);
    assert.deepEqual(
      (await read<RecordView[]>(ana, "/users")).map(({ id }) => id),
      [own.user],
    );
  }),
  attack("FT-08", "clients cannot set internal fields", async (pair) => {
    const spaces = await mirroredSpaces(pair);
    const { ana, bruno, own, theirs } = spaces;
    const forged = {
      ...{ user_id: theirs.user, tenant_id: 1, space_id: 1, created_at: "2001-01-01T00:00:00Z", uuid: "f".repeat(40) },
      ...{ updated_at: "2001-01-01T00:00:00Z", attachments_count: 9, recurrence_id: theirs.series, deleted: true, role: "owner" },
    };
    const records: [path: string, body: object, theirId: number][] = [
      ["/accounts", { name: "forged" }, theirs.account],
      ["/categories", { name: "forged" }, theirs.category],
      ["/credit_cards", { name: "forged", closing_day: 5, due_day: 10 }, theirs.card],
      ["/transactions", { description: "forged" }, theirs.transaction],
      ["/transfers", { from_account_id: own.account, to_account_id: own.other_account, amount_cents: 1 }, theirs.leg],
      ["/budgets", { category_id: own.category, amount_cents: 1, date: "2027-05-05" }, theirs.budget],
    ];
    await changesNothing(pair, [bruno], async () => {
      for (const [path, body, id] of records) {
        const record = await make(ana, path, { ...body, ...forged, id });
        const changed = await change(ana, `${path}/${record.id}`, { ...forged, id });
        for (const view of [record, changed]) {
          assert.ok(view.id !== id && view.id === record.id, `${path} took an id`);
          for (const [name, value] of Object.entries(forged)) assert.notDeepEqual(view[name], value, `${path} took ${name}`);
        }
      }
      expectWrong(await ana.post("/categories", { name: "x", parent_id: theirs.root_category }), "parent_id");
      expectWrong(await ana.put(`/categories/${own.category}`, { parent_id: theirs.root_category }), "parent_id");
    });
  }),
  attack("FT-10", "every route, id position and method with another user's ids shows and changes nothing", async (pair) => {
    const spaces = await mirroredSpaces(pair);
    const { ana, bruno, theirs, marker } = spaces;
    const positions = idPositions();
    let calls = 0;
    await changesNothing(pair, [bruno], async () => {
      const clean = (what: string, { text }: Reply) => {
        calls++;
        assert.ok(!text.includes(marker), `${what} shows what belongs to another: ${text.slice(0, 300)}`);
      };
      for (const position of positions) {
        const id = theirs[position.kind];
        const what = `${position.route} ${position.name}=${id}`;
        clean(what, await sendTo(spaces, position, id));
        if (position.part === "body") clean(`${what} in the query`, await sendTo(spaces, { ...position, part: "query" }, id));
        const path = pathOf(position, theirs);
        for (const method of ["GET", "POST", "PUT", "DELETE", "PATCH", "HEAD"]) {
          const body = position.part === "body" ? { [position.name]: id } : {};
          const options = { method, headers: { authorization: ana.authorization }, ...(method !== "GET" && { body }) };
          clean(`${method} ${path} with ${position.name}`, await pair.finance.send(path, options));
        }
      }
    });
    return `${positions.length} positions, ${calls} calls`;
  }),
  attack("FT-11", "two users on shared connections never see each other's data", async (pair) => {
    const { ana, bruno, marker, ownMarker } = await mirroredSpaces(pair);
    const paths = ["/accounts", "/categories", "/transactions", "/transfers", "/tags", "/credit_cards", "/api_tokens"];
    const until = performance.now() + (pair.options.full ? 600_000 : 8_000);
    let calls = 0;
    await inParallel(64, async (worker) => {
      for (let attempt = worker; performance.now() < until; attempt++) {
        const isAna = attempt % 2 === 0;
        const path = paths[attempt % paths.length] as string;
        const { status, text, headers } = await (isAna ? ana : bruno).get(path);
        if (status === 503 && headers["retry-after"]) {
          await sleep(50);
          continue;
        }
        calls++;
        assert.equal(status, 200, `GET ${path}: ${text}`);
        assert.deepEqual([text.includes(ownMarker), text.includes(marker)], [isAna, !isAna], `GET ${path}`);
      }
    });
    return `${calls} calls`;
  }),
  attack("FT-13", "row security is a second barrier", async () =>
    notRun("decided otherwise: space_id leads every key and every statement names its space (docs/decisions/011_ledger.md)"),
  ),
];

/** Requests another user's id and an unknown id in the same way. */
async function assertAlike(
  what: string,
  status: number,
  id: number,
  ask: (id: number) => Promise<Reply>,
  { marker }: TwoSpaces,
): Promise<void> {
  const [reply, unknown] = [await ask(id), await ask(NEVER_USED)];
  assert.equal(reply.status, status, `${what}: ${reply.text}`);
  assert.deepEqual(comparable(reply, id), comparable(unknown, NEVER_USED), what);
  assert.ok(!reply.text.includes(marker), what);
}

function comparable({ status, headers, text }: Reply, id: number): object {
  const { date, "x-request-id": requestId, "content-length": length, ...others } = headers;
  return { status, others, text: text.replace(new RegExp(`(?<=[:"])${id}(?=[,"}])`, "g"), "ID") };
}
