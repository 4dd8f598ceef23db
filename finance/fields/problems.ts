// What can be wrong with a field, in the words of the original service. Portuguese first, English for callers who ask for it.
import { REASONS } from "../import_files/reasons.ts";

const TEXTS = {
  blank: { "pt-BR": "não pode estar em branco", en: "can't be blank" },
  required: { "pt-BR": "é obrigatório(a)", en: "must exist" },
  unknown: { "pt-BR": "não foi encontrado(a)", en: "does not exist" },
  notInList: {
    "pt-BR": "não está incluído na lista (valores: {choices})",
    en: "is not included in the list (values: {choices})",
  },
  noneOfList: { "pt-BR": "não pode estar em branco (valores: {choices})", en: "can't be blank (values: {choices})" },
  notAnInteger: { "pt-BR": "não é um número inteiro", en: "is not a whole number" },
  notABoolean: { "pt-BR": "deve ser true ou false", en: "must be true or false" },
  notText: { "pt-BR": "deve ser um texto", en: "must be text" },
  unstorable: {
    "pt-BR": "contém um caractere que não pode ser guardado (NUL ou meio par substituto)",
    en: "holds a NUL character or half of a surrogate pair",
  },
  notAnObject: { "pt-BR": "deve ser um objeto", en: "must be an object" },
  notAList: { "pt-BR": "deve ser uma lista", en: "must be a list" },
  notADate: { "pt-BR": "não é uma data válida (AAAA-MM-DD)", en: "is not a valid date (YYYY-MM-DD)" },
  notAMoment: { "pt-BR": "não é um instante válido (AAAA-MM-DDTHH:MM:SSZ)", en: "is not a valid moment (YYYY-MM-DDTHH:MM:SSZ)" },
  inThePast: { "pt-BR": "deve estar no futuro", en: "must be in the future" },
  tooLate: { "pt-BR": "não pode ser posterior a {other}", en: "can't be after {other}" },
  notAMonth: { "pt-BR": "não é um mês válido (AAAA-MM)", en: "is not a valid month (YYYY-MM)" },
  invalid: { "pt-BR": "não é válido", en: "is invalid" },
  misspelt: { "pt-BR": "não é um nome conhecido (talvez {other})", en: "is not a known name (perhaps {other})" },
  unknownName: { "pt-BR": "não é um nome conhecido", en: "is not a known name" },
  tooLong: { "pt-BR": "é muito longo (máximo: {most} caracteres)", en: "is too long (at most {most} characters)" },
  tooFew: { "pt-BR": "deve ter ao menos {least} itens", en: "must have at least {least} items" },
  zero: { "pt-BR": "não pode ser 0", en: "can't be 0" },
  onlyTransfers: { "pt-BR": "deve ter uma parte que não seja transferência", en: "must have a part that is no transfer" },
  notOnCard: { "pt-BR": "não é possível em um cartão", en: "is not possible on a card" },
  notRefundable: { "pt-BR": "não pode ser estornado por este lançamento", en: "can't be refunded by this transaction" },
  nothingToSplit: { "pt-BR": "não pode dividir um lançamento de valor 0", en: "can't split a transaction of 0" },
  otherSum: { "pt-BR": "soma {sum}, e não {amount}", en: "adds up to {sum}, not {amount}" },
  tooMany: { "pt-BR": "tem itens demais (máximo: {most})", en: "has too many items (at most {most})" },
  severalWrites: { "pt-BR": "fez várias gravações: informe version", en: "made several writes: give version" },
  notUndoable: { "pt-BR": "não pode ser desfeito", en: "can't be undone" },
  tooSmall: { "pt-BR": "deve ser maior ou igual a {least}", en: "must be greater than or equal to {least}" },
  tooLarge: { "pt-BR": "deve ser menor ou igual a {most}", en: "must be less than or equal to {most}" },
  sumTooLarge: { "pt-BR": "levaria a soma dos valores além do limite", en: "would take the sum of all amounts past the limit" },
  exclusive: { "pt-BR": "não pode ser usado junto com {other}", en: "can't be used together with {other}" },
  archived: { "pt-BR": "está arquivado(a)", en: "is archived" },
  inUse: { "pt-BR": "não pode ser excluído(a)", en: "can't be deleted" },
  same: { "pt-BR": "deve ser diferente de {other}", en: "must differ from {other}" },
  unsplittable: { "pt-BR": "não pode ser dividido em {parts} parcelas", en: "can't be split into {parts} instalments" },
  tooManyOccurrences: { "pt-BR": "geraria mais de {most} lançamentos", en: "would make more than {most} transactions" },
  tooManyRows: { "pt-BR": "é obrigatório(a) para mais de {most} registros", en: "is required for more than {most} records" },
  beforeStart: { "pt-BR": "não pode ser anterior a {other}", en: "can't be before {other}" },
  unchangeable: { "pt-BR": "não pode ser alterado(a)", en: "can't be changed" },
  nothingOwed: {
    "pt-BR": "é obrigatório(a): não há nada a pagar nesta fatura",
    en: "must exist: nothing is owed on this invoice",
  },
  nothingReserved: { "pt-BR": "não tem nada reservado para este objetivo", en: "has nothing reserved for this goal" },
  notKnownYet: {
    "pt-BR": "é obrigatório(a): ainda não se sabe tudo o que esta fatura terá",
    en: "must exist: not all that this invoice will hold is known yet",
  },
  notConfirmed: { "pt-BR": "não é o nome do espaço", en: "is not the name of the space" },
  lastOwner: { "pt-BR": "é o único dono do espaço", en: "is the only owner of the space" },
  notSendable: {
    "pt-BR": "deve ser um endereço https público, sem senha",
    en: "must be a public https address, without a password",
  },
  taken: { "pt-BR": "já está em uso", en: "has already been taken" },
  fileNotOurs: {
    "pt-BR": "não pode ser restaurado: não é um arquivo JSON de GET /exports, ou está incompleto",
    en: "can't be restored: it is no JSON file of GET /exports, or not all of one",
  },
  fileTooLarge: {
    "pt-BR": "não pode ser restaurado: passa de {most} registros ou de {megabytes} MB",
    en: "can't be restored: it has more than {most} records or {megabytes} MB",
  },
  fileRow: {
    "pt-BR": "não pode ser restaurado: registro {row}, {column} não é válido",
    en: "can't be restored: record {row}, {column} is invalid",
  },
  fileInconsistent: {
    "pt-BR": "não pode ser restaurado: os registros do arquivo se contradizem ({why})",
    en: "can't be restored: records of the file contradict each other ({why})",
  },
  spaceNotEmpty: {
    "pt-BR": "não pode ser restaurado: este espaço já tem lançamentos, cartões, orçamentos ou contas",
    en: "can't be restored: this space has transactions, cards, budgets or accounts already",
  },
  movesPaid: {
    "pt-BR": "moveria lançamentos de faturas com pagamento (force: true permite)",
    en: "would move transactions of invoices that have payments (force: true allows it)",
  },
  noFile: { "pt-BR": "não veio: envie os bytes, um formulário ou content", en: "is missing: send its bytes, a form or content" },
  severalStatements: {
    "pt-BR": "é obrigatório(a): o arquivo tem {most} extratos",
    en: "must exist: the file has {most} statements",
  },
  cardFile: { "pt-BR": "não serve: o arquivo é de um cartão", en: "is no place for the file of a card" },
  accountFile: { "pt-BR": "não serve: o arquivo é de uma conta", en: "is no place for the file of an account" },
  notDecided: {
    "pt-BR": "há {most} linhas a decidir: decida cada uma, ou envie proposals (accept, new ou skip)",
    en: "{most} lines wait for a decision: decide each, or send proposals (accept, new or skip)",
  },
  fileEmpty: { "pt-BR": "está vazio", en: "is empty" },
  fileKindUnknown: {
    "pt-BR": "não é JPEG, PNG, WebP nem PDF: o conteúdo decide, e não o nome",
    en: "is no JPEG, PNG, WebP or PDF: its content decides, not its name",
  },
  fileHeic: {
    "pt-BR": "é uma foto HEIC ou AVIF, que poucos programas mostram: envie-a como JPEG",
    en: "is a HEIC or AVIF photo, which few programs show: send it as JPEG",
  },
  fileBroken: {
    "pt-BR": "está incompleto, danificado ou contém mais do que um arquivo deste tipo",
    en: "is incomplete, damaged, or holds more than a file of its kind does",
  },
  fileTooHeavy: { "pt-BR": "passa de {most} MB", en: "has more than {most} MB" },
  tooManyPixels: { "pt-BR": "passa de {most} milhões de pixels", en: "has more than {most} million pixels" },
  tooManyFiles: { "pt-BR": "passa de {most} anexos por lançamento", en: "would make more than {most} files of one transaction" },
  quotaFull: {
    "pt-BR": "não cabe: os anexos deste espaço chegaram a {most} MB",
    en: "does not fit: the files of this space have reached {most} MB",
  },
  fileInfected: { "pt-BR": "foi recusado pelo antivírus", en: "was refused by the virus scanner" },
  ...REASONS,
} as const satisfies Record<string, Readonly<Record<"pt-BR" | "en", string>>>;

export interface Problem {
  kind: keyof typeof TEXTS;
  values?: Readonly<Record<string, string | number>>;
  /** The ids of those that have it, where many records are written at once. */
  rows?: readonly number[];
}

const MOST_NAMED = 20;

export function problemText({ kind, values = {}, rows }: Problem, acceptLanguage: string | undefined): string {
  const text: string = TEXTS[kind][wantsEnglish(acceptLanguage) ? "en" : "pt-BR"];
  const filled = text.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
  return rows ? `${filled} (id: ${namesOf(rows)})` : filled;
}

function namesOf(rows: readonly number[]): string {
  return rows.length > MOST_NAMED ? `${rows.slice(0, MOST_NAMED).join(", ")} + ${rows.length - MOST_NAMED}` : rows.join(", ");
}

/** The first language of the header that we have; ours are two. */
export function wantsEnglish(acceptLanguage: string | undefined): boolean {
  const languages = (acceptLanguage ?? "").split(",").map((each) => each.split(";")[0]?.trim().toLowerCase().split("-")[0]);
  return languages.find((language) => language === "pt" || language === "en") === "en";
}
