// FK: undo leaves a consistent space, and never reverts another user's write.
import assert from "node:assert/strict";
import { type AttackCase, attack } from "../attack_case.ts";
import type { Member } from "../people.ts";
import { change, make, makeRow, type RecordView, read } from "./records.ts";

interface Undo {
  version: number | null;
  undone: number;
  kept: { entity: string; reason: string }[];
}

const DAYS = { closing_day: 5, due_day: 12 };
const OTHER_DAYS = { closing_day: 20, due_day: 28 };
const asDefault = { default: true };
const archived = { archived: true };

type Act = (member: Member, id: number) => Promise<unknown>;

export const undo: AttackCase[] = [
  attack("FK-01", "undoing a card's creation removes both the card and its days, or neither", async (pair) => {
    const since: Record<string, Act> = {
      "a new name": (member, id) => change(member, `/credit_cards/${id}`, { name: "another" }),
      "a payment": (member, id) => make(member, `/credit_cards/${id}/invoices/315/payments`, { amount_cents: 700 }),
      "a purchase": (member, id) => makeRow(member, { credit_card_id: id, amount_cents: -100 }),
      "other days": (member, id) => change(member, `/credit_cards/${id}`, OTHER_DAYS),
      "the default": (member, id) => change(member, `/credit_cards/${id}`, asDefault),
      "the archive": (member, id) => change(member, `/credit_cards/${id}`, archived),
    };
    for (const [what, happens] of Object.entries(since))
      for (const force of [false, true]) {
        const member = await pair.people.member();
        await make(member, "/credit_cards", { name: "other", ...DAYS });
        const { id } = await make(member, "/credit_cards", { name: "card", ...DAYS });
        const creation = await versionOf(member);
        await happens(member, id);
        const before = await read<RecordView[]>(member, "/credit_cards");
        const { version } = await takeBack(member, creation, { force }, what);
        await readAll(member, what);
        if (version !== null) await takeBack(member, version, {}, `${what}, back`);
        assert.deepEqual(await read(member, "/credit_cards"), before, `${what}: the cards are as they were`);
      }
  }),
  attack("FK-02", "no undo leaves a default that is archived or deleted", async (pair) => {
    for (const [path, more] of [
      ["/accounts", {}],
      ["/credit_cards", DAYS],
    ] as const) {
      const situations: Record<string, Act> = {
        "moved, the one before deleted": async (member, first) => {
          const { id } = await make(member, path, { name: "second", ...more });
          await change(member, `${path}/${id}`, asDefault);
          const moved = await versionOf(member);
          await member.delete(`${path}/${first}`);
          return moved;
        },
        "moved, the one before archived": async (member, first) => {
          const { id } = await make(member, path, { name: "second", ...more });
          await change(member, `${path}/${id}`, asDefault);
          const moved = await versionOf(member);
          await change(member, `${path}/${first}`, archived);
          return moved;
        },
        "made as the default, the one before deleted": async (member, first) => {
          await make(member, path, { name: "second", ...more, ...asDefault });
          const creation = await versionOf(member);
          await member.delete(`${path}/${first}`);
          return creation;
        },
        "made, and the default since": async (member) => {
          const { id } = await make(member, path, { name: "second", ...more });
          const creation = await versionOf(member);
          await change(member, `${path}/${id}`, asDefault);
          return creation;
        },
        "the only one there is": async (member, first) => {
          await member.delete(`${path}/${first}`);
          await make(member, path, { name: "second", ...more });
          return versionOf(member);
        },
        "opened, and the default since": async (member) => {
          const { id } = await make(member, path, { name: "second", ...more, ...archived });
          await change(member, `${path}/${id}`, { archived: false });
          const opened = await versionOf(member);
          await change(member, `${path}/${id}`, asDefault);
          return opened;
        },
      };
      for (const [what, happens] of Object.entries(situations))
        for (const force of [false, true]) {
          const member = await pair.people.member();
          if (path === "/credit_cards") await make(member, path, { name: "first", ...more });
          const [first] = await read<RecordView[]>(member, path);
          const version = (await happens(member, first?.id as number)) as number;
          await takeBack(member, version, { force }, `${path}, ${what}`);
          await readAll(member, what);
          const open = (await read<RecordView[]>(member, path)).filter((each) => each.archived !== true);
          const defaults = open.filter((each) => each.default === true);
          assert.equal(defaults.length, open.length > 0 ? 1 : 0, `${path}, ${what}: one open default`);
          if (path === "/accounts" && open.length > 0) await makeRow(member, { amount_cents: -1 });
        }
    }
  }),
  attack(
    "FK-03",
    "an undo that undid nothing names no version, and the write of somebody else stays",
    { quick: true },
    async (pair) => {
      const member = await pair.people.member();
      await makeRow(member, { amount_cents: -100 });
      const creation = await versionOf(member);
      await takeBack(member, creation, {}, "once");
      const { id } = await makeRow(member, { amount_cents: -200, description: "of somebody else" });
      assert.deepEqual(await takeBack(member, creation, {}, "twice"), { version: null, undone: 0, kept: [] });
      assert.equal((await member.post("/changes/undo", { version: null })).status, 422);
      assert.equal((await member.get(`/transactions/${id}`)).status, 200);
      const card = await make(member, "/credit_cards", { name: "card", ...DAYS });
      await change(member, `/credit_cards/${card.id}`, OTHER_DAYS);
      const first = await versionOf(member);
      await change(member, `/credit_cards/${card.id}`, { closing_day: 8, due_day: 15 });
      const last = await versionOf(member);
      const { version, kept } = await takeBack(member, first, {}, "the first of two changes of its days");
      assert.deepEqual([version, kept.map(({ entity, reason }) => `${entity} ${reason}`)], [null, ["card_days changed"]]);
      assert.equal(await versionOf(member), last);
    },
  ),
];

async function versionOf(member: Member): Promise<number> {
  return Number((await read<{ cursor: string }>(member, "/changes")).cursor);
}

async function takeBack(member: Member, version: number, more: object, what: string): Promise<Undo> {
  const before = await versionOf(member);
  const { status, text, body } = await member.post("/changes/undo", { version, ...more });
  assert.equal(status, 200, `${what}: ${status} ${text.slice(0, 300)}`);
  const answer = body as Undo;
  const after = await versionOf(member);
  assert.equal(answer.version, after === before ? null : after, `${what}: the version is that of the undo`);
  return answer;
}

async function readAll(member: Member, what: string): Promise<void> {
  for (const path of ["/accounts", "/credit_cards", "/overview", "/reports/net_worth", "/forecast", "/invoices", "/balances"]) {
    const { status, text } = await member.get(path);
    assert.equal(status, 200, `${what}: GET ${path} said ${status} ${text.slice(0, 300)}`);
  }
}
