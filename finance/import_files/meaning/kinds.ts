// What a line of a statement is, by its words. Banks cut and abbreviate them, so each kind is a list of beginnings.
import { fold } from "../text/fold.ts";

export type LineKind =
  | "plain"
  /** What the bank says is there: a checkpoint, never a row. */
  | "balance"
  | "pix"
  | "boleto"
  | "debit_card"
  /** On the account: an invoice is paid. */
  | "invoice_payment"
  /** On the card: its payment arrived. Never a row, it confirms the bank's. */
  | "payment_received"
  | "iof"
  | "abroad"
  /** To or from a savings pot of the same owner. */
  | "pot"
  /** What a pot earned: income. */
  | "interest"
  | "refund";

const BALANCE =
  /^[-* ]*(?:SALDO(?: ?$| (?:ANTERIOR|ANT\b|DO DIA|DIA|TOTAL|FINAL|INICIAL|ATUAL|PARCIAL|DISPON|BLOQ|EM CONTA|EM \d|APLIC|C\/C|DEVEDOR|CREDOR|CDB|INVEST))|S A L D O\b|SDO\b|COD\.? ?LANC\.? ?0\b)/;
const BEFORE = /OPENING|ANTERIOR|\bANT\b|INICIAL/;

const ON_CARD: readonly [LineKind, RegExp, sign: -1 | 0 | 1][] = [
  ["iof", /^IOF\b|\bIOF (?:INTERNAC|COMPRA|DE COMPRA)/, 0],
  [
    "payment_received",
    /^(?:PAGAMENTO (?:RECEBIDO|ON ?LINE|COM SALDO|EFETUADO|DE FATURA|FATURA|VIA|DEBITO|DEB\b|EM |PIX)|PAGAMENTO$|INCLUSAO DE PAGAMENTO|PAGTO|PGTO|PAG\.? FAT|OBRIGADO PELO PAGAMENTO|CREDITO (?:DE )?PAGAMENTO)/,
    1,
  ],
  ["abroad", /\bUSD ?\d|\bUS\$ ?\d|DOLAR DE CONVERSAO/, -1],
  // Whatever else comes back to a card.
  ["refund", /^/, 1],
];

const ON_ACCOUNT: readonly [LineKind, RegExp, sign: -1 | 0 | 1][] = [
  ["iof", /^IOF\b.*(?:INTERNAC|EXTERIOR)/, 0],
  [
    "invoice_payment",
    /^(?:(?:INT |SISPAG )?(?:PAGAMENTO|PAG|PA?GTO)\.?(?: (?:EFETUADO|ON ?LINE))?(?: -)? ?(?:D[EAO] )?(?:FAT(?:URA)?\b|CARTAO\b(?! (?:DE )?DEB))|DEB(?:ITO)?\.? ?(?:EM CONTA |AUT\w*\.? )?(?:D[EA] )?(?:FAT(?:URA)?\b|CARTAO (?:DE )?CRED)|GASTOS CARTAO DE CREDITO|FATURA (?:PAGA|(?:D[EO] )?CARTAO))/,
    -1,
  ],
  ["interest", /^(?:REND PAGO|RENDIMENTO|REND\. |JUROS S\/ ?POUP|CREDITO DE JUROS|RENTAB)/, 1],
  [
    "pot",
    /^(?:APLICACAO|APLIC\b|RESGATE|RESG\b|(?:BB )?RENDE FACIL|BB RENDE|CONTAMAX|DINHEIRO (?:RESERVADO|RETIRADO|GUARDADO|RESGATADO)|RES APLIC|APL APLIC|GUARDAR DINHEIRO)/,
    0,
  ],
  ["boleto", /^(?:PAG\w*\.? (?:DE |EFETUADO )?(?:BOLETO|TITULO|TIT\b|COBRANCA)|BOLETO\b|INT PAG TIT)/, -1],
  [
    "debit_card",
    /^(?:DEBITO VISA|DEB\w* MASTER|COMPRA (?:NO|COM|DE|EM) (?:DEBITO|CARTAO)|COMPRA (?:DEBITO|CARTAO|ELO|VISA|MASTER)|RSHOP|CARTAO DE DEBITO)/,
    0,
  ],
  ["refund", /^(?:ESTORNO|EST\. |DEVOLUCAO|DEVOL\b|REEMBOLSO|CANCELAMENTO DE COMPRA)/, 1],
  ["pix", /\bPIX\b/, 0],
  ["abroad", /\bUSD ?\d|\bUS\$ ?\d|COMPRA INTERNACIONAL/, -1],
];

export function isBalance(description: string): boolean {
  return BALANCE.test(fold(description));
}

/** Whether a balance was there before the lines of its day, or after them. */
export function balanceIsBefore(description: string): boolean {
  return BEFORE.test(fold(description));
}

export function kindOf(description: string, amountCents: number, targetKind: "account" | "card" | null): LineKind {
  const folded = fold(description);
  if (BALANCE.test(folded)) return "balance";
  const sign = Math.sign(amountCents);
  const kinds = targetKind === "card" ? ON_CARD : ON_ACCOUNT;
  for (const [kind, words, neededSign] of kinds) if ((neededSign === 0 || neededSign === sign) && words.test(folded)) return kind;
  return "plain";
}

/** The end-to-end id of a Pix: E, eight digits of the bank, twelve of the moment, eleven characters. */
export function transferKeyIn(...texts: (string | null)[]): string | null {
  for (const text of texts) {
    const match = text === null || text.length < 32 ? null : /(?<![A-Za-z0-9])E\d{20}[A-Za-z0-9]{11}(?![A-Za-z0-9])/.exec(text);
    if (match) return match[0];
  }
  return null;
}
