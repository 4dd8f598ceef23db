// A line of an import as it is shown.
import { Type } from "typebox";
import { type Reason, reasonText } from "../import_files/reasons.ts";
import { signed } from "./decision.ts";
import { FILLED_BY, type Fill, type Guide } from "./fill.ts";
import type { ImportRow } from "./import_record.ts";
import { REASON_TEXTS, VERDICTS } from "./matching/verdict.ts";
import { isGood } from "./preview.ts";
import type { LineWithTransaction } from "./queries.ts";

const orNull = <T extends string | number>(type: "integer" | "string") => Type.Unsafe<T | null>({ type: [type, "null"] });

export const LineReply = Type.Object({
  n: Type.Integer({ description: "Its number within the import" }),
  line: Type.Unsafe<number | null>({ type: ["integer", "null"], description: "Of the file" }),
  raw: Type.String({ description: "As the file has it" }),
  date: orNull<string>("string"),
  amount_cents: orNull<number>("integer"),
  description: orNull<string>("string"),
  kind: orNull<string>("string"),
  planned: Type.Boolean(),
  installment: orNull<number>("integer"),
  total_installments: orNull<number>("integer"),
  fitid: orNull<string>("string"),
  category: Type.Unsafe<string | null>({ type: ["string", "null"], description: "In the bank's own words" }),
  verdict: Type.String({ enum: [...VERDICTS] }),
  reason: Type.String({ description: "In words" }),
  scales_parts: Type.Optional(
    Type.Boolean({
      description: "Only where true: the split transaction that it matches has another amount, and its parts follow",
    }),
  ),
  sure: Type.Boolean({ description: "False: a proposal, which waits for a decision" }),
  target: Type.Union([
    Type.Object({
      transaction_id: orNull<number>("integer"),
      credit_card_id: orNull<number>("integer"),
      invoice: orNull<number>("integer"),
      options: Type.Union([Type.Array(Type.Object({ credit_card_id: Type.Integer(), invoice: Type.Integer() })), Type.Null()], {
        description: "Of a payment that may be of several cards: the invoices to choose from, by the action pay",
      }),
    }),
    Type.Null(),
  ]),
  fill: Type.Union(
    [
      Type.Object({
        category_id: Type.Integer(),
        by: Type.String({
          enum: [...FILLED_BY],
          description: "A rule, what is remembered of the merchant, the bank's word, or nobody",
        }),
        description: orNull<string>("string"),
        tags: Type.Union([Type.Array(Type.String()), Type.Null()]),
      }),
      Type.Null(),
    ],
    { description: "What its transaction would get, unless the decision says otherwise; null once it is applied" },
  ),
  purchase: Type.Union([Type.Object({ n: Type.Integer(), transaction_id: orNull<number>("integer") }), Type.Null()], {
    description: "Of a line of IOF: the line of the purchase that it taxes, and what that became",
  }),
  decision: Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()]),
  transaction_id: Type.Unsafe<number | null>({ type: ["integer", "null"], description: "What it became, once applied" }),
});

export function presentLine(stored: LineWithTransaction, language: "pt-BR" | "en", state: ImportRow["state"], guide?: Guide) {
  const { n, line, verdict, reason, sure, target, decision, transaction_id: id, purchase_id: purchaseId } = stored;
  const good = isGood(line) ? line : undefined;
  const isScaling = stored.scales_parts && state === "preview";
  const reasonWords = isGood(line)
    ? REASON_TEXTS[reason as keyof typeof REASON_TEXTS][language]
    : reasonText(line.error as Reason, language);
  const words = isScaling ? `${reasonWords}; ${SCALES_PARTS[language]}` : reasonWords;
  return {
    n,
    line: line.line,
    raw: line.raw,
    date: good?.day ?? null,
    amount_cents: good?.cents ?? null,
    description: good?.description ?? null,
    kind: good?.kind ?? null,
    planned: good?.planned ?? false,
    installment: good?.part?.k ?? null,
    total_installments: good?.part?.n ?? null,
    fitid: good?.fitid ?? null,
    category: good?.category ?? null,
    verdict,
    reason: words,
    ...(isScaling && { scales_parts: true }),
    sure,
    target: !target
      ? null
      : {
          transaction_id: target.transactionId ?? null,
          credit_card_id: target.cardId ?? null,
          invoice: target.invoice ?? null,
          options: target.options?.map(({ cardId, invoice }) => ({ credit_card_id: cardId, invoice })) ?? null,
        },
    fill: good && guide && state === "preview" ? presentFill(guide.fillOf(good, signed(good, decision))) : null,
    purchase: good?.taxes ? { n: good.taxes, transaction_id: state === "applied" ? purchaseId : null } : null,
    decision: decision as Record<string, unknown> | null,
    transaction_id: state === "applied" ? id : null,
  };
}

const SCALES_PARTS = { "pt-BR": "as partes mudam na mesma proporção", en: "its parts change in the same proportion" };

const presentFill = ({ categoryId, by, description, tags }: Fill) => ({
  category_id: categoryId,
  by,
  description: description ?? null,
  tags: tags ? [...tags] : null,
});
