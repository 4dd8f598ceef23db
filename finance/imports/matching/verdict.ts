// What becomes of a line, and why.

export type Verdict = "new" | "known" | "deleted" | "match" | "transfer" | "payment" | "part" | "planned" | "ignored" | "error";
export const VERDICTS = [
  "new",
  "known",
  "deleted",
  "match",
  "transfer",
  "payment",
  "part",
  "planned",
  "ignored",
  "error",
] as const;

export interface LineVerdict {
  verdict: Verdict;
  reason: keyof typeof REASON_TEXTS;
  /** False: a proposal, which waits for the user. */
  sure: boolean;
  target?: VerdictTarget;
}

export interface PaidInvoice {
  cardId: number;
  invoice: number;
}

/** What a verdict is about. */
export interface VerdictTarget {
  /** A transaction of the space. */
  transactionId?: number;
  /** The card and the invoice that a line pays. */
  cardId?: number;
  invoice?: number;
  /** In place of these two: invoices of several cards, of which the person has to say one. */
  options?: PaidInvoice[];
  /** Of a purchase in parts that is known: its series. */
  seriesId?: number;
  /** The other account of a transfer that a rule makes. */
  accountId?: number;
}

export const REASON_TEXTS = {
  new: { "pt-BR": "lançamento novo", en: "not seen before" },
  future: { "pt-BR": "ainda não efetivado pelo banco", en: "not booked by the bank yet" },
  sense_unsure: {
    "pt-BR": "o arquivo não diz se o dinheiro entrou ou saiu",
    en: "the file does not say whether money came or went",
  },
  amount_unsure: {
    "pt-BR": "o valor pode estar em milhares ou ter três casas decimais: confirme, ou envie de novo dizendo o sinal decimal",
    en: "the amount may be in thousands or have three decimals: confirm it, or send the file again with its decimal sign",
  },
  same_id: { "pt-BR": "já importado, com o mesmo identificador do banco", en: "imported before, with the bank's same id" },
  same_line: { "pt-BR": "já importado, a mesma linha", en: "imported before, the same line" },
  reworded: { "pt-BR": "já importado, com outro texto", en: "imported before, in other words" },
  moved: {
    "pt-BR": "parece uma linha já importada que o banco mudou",
    en: "looks like an imported line that the bank has changed",
  },
  deleted: { "pt-BR": "você excluiu este lançamento", en: "you deleted this transaction" },
  alike: { "pt-BR": "corresponde a um lançamento seu", en: "is a transaction of yours" },
  only_planned: {
    "pt-BR": "corresponde ao único lançamento previsto com este valor",
    en: "is the only planned one of this amount",
  },
  maybe_same: {
    "pt-BR": "talvez seja um lançamento seu com o mesmo valor",
    en: "may be a transaction of yours, of the same amount",
  },
  maybe_planned: {
    "pt-BR": "talvez seja o lançamento previsto, com outro valor",
    en: "may be the planned one, with another amount",
  },
  same_transfer: { "pt-BR": "o outro lado do mesmo Pix", en: "the other side of the same Pix" },
  only_opposite: { "pt-BR": "transferência de outra conta sua", en: "a transfer with another account of yours" },
  maybe_transfer: {
    "pt-BR": "talvez seja transferência de outra conta sua",
    en: "may be a transfer with another account of yours",
  },
  rule_transfer: { "pt-BR": "transferência, por uma regra sua", en: "a transfer, by a rule of yours" },
  invoice_owed: { "pt-BR": "pagamento de fatura com este valor", en: "pays an invoice that owes this amount" },
  invoice_near: {
    "pt-BR": "talvez seja o pagamento da fatura que vence nestes dias",
    en: "may pay the invoice that is due around it",
  },
  invoice_which: { "pt-BR": "paga a fatura de um cartão: diga de qual", en: "pays the invoice of a card: say which" },
  payment_received: { "pt-BR": "o pagamento da fatura sai da conta, não do cartão", en: "the invoice is paid from the account" },
  part_known: { "pt-BR": "parcela de uma compra conhecida", en: "a part of a known purchase" },
  part_new: { "pt-BR": "parcela de uma compra nova", en: "a part of a new purchase" },
  part_shared: { "pt-BR": "parcela da mesma compra, neste arquivo", en: "a part of the same purchase, in this file" },
  rule_ignore: { "pt-BR": "ignorado por uma regra sua", en: "ignored by a rule of yours" },
  error: { "pt-BR": "linha não entendida", en: "not understood" },
} as const satisfies Record<string, Readonly<Record<"pt-BR" | "en", string>>>;
