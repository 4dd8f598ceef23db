// Reads what the space has that the lines of a file may be.
import type { Db } from "../../kernel/sql/database.ts";
import { byInvoice } from "../billing/balance.ts";
import { transactionOf } from "../import_files/meaning/own_fitid.ts";
import { listCardDays } from "../rows/queries_cards.ts";
import type { ImportLine, ImportTarget } from "./line.ts";
import type { Facts } from "./matching/match_lines.ts";
import type { PaidCard } from "./matching/payments.ts";
import type { Link } from "./matching/repeated_lines.ts";
import {
  listInvoiceSums,
  listLinks,
  listOpposite,
  listOwnRows,
  listPaidCards,
  listPartRows,
  listSeriesOfFitids,
  listWaiting,
  type Question,
} from "./queries_facts.ts";

const NOTHING: Facts = { links: [], rows: [], otherRows: [], cards: [], partRows: [], seriesOfFitid: new Map() };

export async function readFacts(db: Db, spaceId: number, target: ImportTarget, lines: readonly ImportLine[]): Promise<Facts> {
  if (lines.length === 0) return NOTHING;
  const days = lines.map(({ day }) => day).sort();
  const cents = [...new Set(lines.map((line) => line.cents))];
  const question: Question = { spaceId, target, first: days[0] as string, last: days.at(-1) as string, cents };
  const [imported, exported, rows] = await Promise.all([
    listLinks(db, question),
    linksOfOwnFiles(db, question, lines),
    listWaiting(db, question),
  ]);
  const links = [...exported, ...imported];
  if (target.accountId !== null) {
    const paysCards = lines.some(({ kind }) => kind === "invoice_payment");
    const [otherRows, cards] = await Promise.all([
      listOpposite(db, question),
      paysCards ? readCards(db, spaceId, target.accountId) : [],
    ]);
    return { ...NOTHING, links, rows, otherRows, cards };
  }
  if (!lines.some(({ part }) => part)) return { ...NOTHING, links, rows };
  const fitids = lines.filter(({ purchase, part }) => purchase && part).map(({ fitid }) => fitid);
  const [partRows, seriesOfFitid] = await Promise.all([
    listPartRows(db, spaceId, target),
    listSeriesOfFitids(db, spaceId, target, [...new Set(fitids.filter((fitid) => fitid !== null))]),
  ]);
  return { ...NOTHING, links, rows, partRows, seriesOfFitid };
}

/** Lines of statements that we wrote ourselves, which name their rows. */
async function linksOfOwnFiles(db: Db, question: Question, lines: readonly ImportLine[]): Promise<Link[]> {
  const named = lines.flatMap((line) => {
    const id = line.fitid === null ? undefined : transactionOf(line.fitid);
    return id === undefined ? [] : [{ line, id }];
  });
  const own = await listOwnRows(
    db,
    question,
    named.map(({ id }) => id),
  );
  return named
    .filter(({ id }) => own.has(id))
    .map(({ line, id }) => ({
      id: -line.n,
      content_key: line.key,
      fitid: line.fitid,
      day: line.day,
      amount_cents: line.cents,
      part_k: line.part?.k ?? null,
      part_n: line.part?.n ?? null,
      description: line.description,
      transaction_id: id,
      is_there: true,
    }));
}

async function readCards(db: Db, spaceId: number, accountId: number): Promise<PaidCard[]> {
  const cards = await listPaidCards(db, spaceId, accountId);
  if (cards.length === 0) return [];
  const ids = cards.map(({ id }) => id);
  const [days, sums] = await Promise.all([listCardDays(db, spaceId, ids), listInvoiceSums(db, spaceId, ids)]);
  return cards.map((card) => ({
    ...card,
    days: days.filter((each) => each.credit_card_id === card.id),
    sums: byInvoice(sums.filter((each) => each.credit_card_id === card.id)),
  }));
}
