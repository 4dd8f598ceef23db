// The merchant of a line, without the words that banks put around a name, and how similar two descriptions are by it.
import { fold } from "../text/fold.ts";
import { withoutPart } from "./parts.ts";

/** What stands before a name, longest first. Applied until none fits. */
const PREFIXES: readonly RegExp[] = [
  /^(?:TRANSFERENCIA|TRANSF\.?)(?: (?:ENVIADA|RECEBIDA))?(?: (?:PELO|VIA|POR|DE))?(?: PIX)?(?![A-Z])/,
  /^PIX(?: ?-)?(?: (?:ENVIADO|RECEBIDO|TRANSF|QRS|QR CODE|QR|DES|REM|CRED|DEB|PARA|DE))*(?![A-Z])/,
  /^(?:PAGAMENTO|PAGTO|PGTO|PAG)\.?(?: (?:DE|EFETUADO|ELETRONICO|ELETRON))*(?: (?:BOLETO|TITULO|TIT|COBRANCA|CONTA))(?: EFETUADO)?(?![A-Z])/,
  /^BOLETO(?: PAGO)?(?![A-Z])/,
  /^DEBITO VISA ELECTRON(?: BRASIL)?(?![A-Z])/,
  /^COMPRA (?:NO|COM|DE|EM)? ?(?:DEBITO|CARTAO|CREDITO)(?: VISA| ELO| MASTERCARD)?(?![A-Z])/,
  /^COMPRA (?:A VISTA|INTERNACIONAL|CARTAO)(?![A-Z])/,
  /^RSHOP(?![A-Z])/,
  /^(?:ESTORNO|REEMBOLSO|DEVOLUCAO)(?: (?:DE|DA|DO))?(?: COMPRA)?(?![A-Z])/,
  // Those who collect for shops.
  /^(?:MP|PAG|DL|EC|PG|IFD|EBN|HTM|SUMUP|PAYPAL|MERCADOPAGO|PAGSEGURO|STONE|ZOOP|ASA|PIC)[ _]?\*/,
];

/** A document, masked or not, and what banks write after one: the other's bank, branch and account. */
const DOCUMENT = /(?:[\u2022*X]{3}\.\d{3}\.\d{3}-[\u2022*X]{2}|\d{3}\.\d{3}\.\d{3}-\d\d|\d\d\.\d{3}\.\d{3}\/\d{4}-\d\d)/;

export function merchant(description: string): string {
  let name = withoutPart(fold(withoutCity(description)));
  const document = DOCUMENT.exec(name);
  if (document) name = document.index > 0 ? name.slice(0, document.index) : name.slice(document[0].length);
  name = name
    .replace(/\d\d\/\d\d(?:\/\d{2,4})?(?!\d)/g, " ")
    .replace(/(?<!\d)\d\d:\d\d(?::\d\d)?(?!\d)/g, " ")
    .replace(/\d{5,}/g, " ");
  name = trimmed(name);
  for (let again = true; again; ) {
    const prefix = PREFIXES.find((each) => each.test(name));
    again = prefix !== undefined;
    if (prefix) name = trimmed(name.replace(prefix, ""));
  }
  return trimmed(name.replace(/ BRA?$/, ""));
}

/** `LIVRARIA AURORA        CAMPINAS      BRA`: columns of fixed width, the shop's first. */
function withoutCity(description: string): string {
  if (!/ BRA? *$/.test(description)) return description;
  const gap = description.search(/\S {2,}\S/);
  return gap < 0 ? description : description.slice(0, gap + 1);
}

function trimmed(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .replace(/^[\s\-:*.,/|]+/, "")
    .replace(/[\s\-:*,/|]+$/, "");
}

/** Words that say how was paid, or what kind of company it is, and not who. */
const GENERIC = new Set(
  (
    "PIX COMPRA COMPRAS CARTAO BOLETO PAGAMENTO PAGTO PGTO PAG LTDA ME SA EIRELI EPP MEI TRANSFERENCIA TRANSF TED DOC DEBITO CREDITO " +
    "ENVIADO ENVIADA RECEBIDO RECEBIDA PARCELA PARC CONTA FATURA BANCO DE DA DO DAS DOS E A O EM NO NA COM PARA VIA PELO BR BRA BRASIL"
  ).split(" "),
);

export function wordsOf(description: string): Set<string> {
  const words = merchant(description).split(/[^\p{L}\p{N}]+/u);
  return new Set(words.filter((word) => word !== "" && !GENERIC.has(word)));
}

/** Shared words over all words, from 0 to 1. Nothing known of either side is not alike. */
export function likeness(one: string, other: string): number {
  return likenessOfWords(wordsOf(one), wordsOf(other));
}

/** The same for words that are kept, where many lines are compared with many rows. */
export function likenessOfWords(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let shared = 0;
  for (const word of one) if (other.has(word)) shared++;
  const all = one.size + other.size - shared;
  return all === 0 ? 0 : shared / all;
}
