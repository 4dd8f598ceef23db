// Texts of imports.

import { type Text, texts } from "../../language.ts";
import type { ColumnProblem, Role } from "../../rules/import_columns.ts";
import type { Action, Fill, Import, Verdict } from "../../rules/records.ts";

const lines = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

export const importWords = texts({
  title: { pt: "Importar", en: "Import" },
  files: { pt: "Arquivos do banco", en: "Bank files" },
  hint: {
    pt: "OFX, CSV, planilha ou exportação de outro programa. Nada é gravado antes de você conferir.",
    en: "OFX, CSV, a spreadsheet or an export of another program. Nothing is saved until you have checked it.",
  },
  drop: { pt: "Solte aqui os arquivos do banco", en: "Drop bank files here" },
  choose: { pt: "Escolher arquivos", en: "Choose files" },
  place: { pt: "Conta ou cartão", en: "Account or card" },
  invoice: { pt: "Fatura", en: "Invoice" },
  invoiceHint: { pt: "Em branco: a que o nome do arquivo diz", en: "Leave empty to use the one in the file name" },
  read: { pt: "Ler arquivo", en: "Read file" },
  reading: {
    pt: (done: number, total: number) => (total > 0 ? `Lendo ${done} de ${total} linhas` : "Lendo o arquivo"),
    en: (done: number, total: number) => (total > 0 ? `Reading ${done} of ${total} lines` : "Reading the file"),
  },
  applying: { pt: "Gravando", en: "Saving" },
  chosen: {
    pt: (count: number) => lines(count, "arquivo escolhido", "arquivos escolhidos"),
    en: (count: number) => lines(count, "file chosen", "files chosen"),
  },
  none: { pt: "Escolha um arquivo.", en: "Choose a file." },
  past: { pt: "Importações", en: "Imports" },
  pastEmpty: { pt: "Nenhuma importação ainda.", en: "No imports yet." },
  unnamed: { pt: "arquivo", en: "file" },
  states: {
    reading: { pt: "lendo", en: "reading" },
    preview: { pt: "a conferir", en: "to be checked" },
    applied: { pt: "importado", en: "imported" },
    undone: { pt: "desfeito", en: "undone" },
  } satisfies Record<Import["state"], Text>,
  lines: { pt: (count: number) => lines(count, "linha", "linhas"), en: (count: number) => lines(count, "line", "lines") },
  statement: { pt: "O arquivo tem mais de um extrato. Qual?", en: "The file has more than one statement. Which one?" },
  statementOf: {
    pt: (number: number, name: string, count: number) =>
      `${number}. ${[name, lines(count, "linha", "linhas")].filter(Boolean).join(" · ")}`,
    en: (number: number, name: string, count: number) =>
      `${number}. ${[name, lines(count, "line", "lines")].filter(Boolean).join(" · ")}`,
  },
  columnsTitle: { pt: "Que coluna é o quê?", en: "Which column is what?" },
  columnsHint: {
    pt: "Não conhecemos este arquivo. Escolha o que há em cada coluna.",
    en: "This file is in an unknown format. Choose what each column contains.",
  },
  guessed: { pt: "As colunas deste arquivo foram adivinhadas.", en: "The columns of this file were guessed." },
  check: { pt: "Conferir colunas", en: "Check columns" },
  column: { pt: (number: number) => `Coluna ${number}`, en: (number: number) => `Column ${number}` },
  roles: {
    none: { pt: "não usar", en: "not used" },
    day: { pt: "data", en: "date" },
    description: { pt: "descrição", en: "description" },
    amount: { pt: "valor", en: "amount" },
    credit: { pt: "entrada", en: "money in" },
    debit: { pt: "saída", en: "money out" },
    letter: { pt: "D ou C", en: "D or C" },
    balance: { pt: "saldo", en: "balance" },
    category: { pt: "categoria", en: "category" },
    document: { pt: "documento", en: "document" },
    part: { pt: "parcela", en: "instalment" },
  } satisfies Record<Role, Text>,
  inverted: { pt: "Compras vêm sem sinal de menos (fatura de cartão)", en: "Purchases have no minus sign (a card's invoice)" },
  dayOrder: { pt: "Ordem da data", en: "Order of the date" },
  dayOrders: {
    dmy: { pt: "dia/mês/ano", en: "day/month/year" },
    mdy: { pt: "mês/dia/ano", en: "month/day/year" },
    ymd: { pt: "ano/mês/dia", en: "year/month/day" },
  },
  decimal: { pt: "Casas decimais", en: "Decimals" },
  decimals: {
    "": { pt: "como o arquivo mostrar", en: "as the file shows" },
    ",": { pt: "com vírgula: 1.234,56", en: "with a comma: 1.234,56" },
    ".": { pt: "com ponto: 1,234.56", en: "with a point: 1,234.56" },
  },
  columnProblems: {
    day: { pt: "Diga qual coluna é a data.", en: "Choose the column of the date." },
    description: { pt: "Diga qual coluna é a descrição.", en: "Choose the column of the description." },
    amount: {
      pt: "Diga qual coluna é o valor, ou entrada e saída.",
      en: "Choose the column of the amount, or of money in and out.",
    },
    twice: { pt: "Só a descrição pode ter mais de uma coluna.", en: "Only the description may have more than one column." },
  } satisfies Record<ColumnProblem, Text>,
  columnsGo: { pt: "Ler com estas colunas", en: "Read with these columns" },
  period: { pt: (from: string, to: string) => `${from} a ${to}`, en: (from: string, to: string) => `${from} to ${to}` },
  opening: { pt: "Saldo inicial no banco", en: "Opening balance at the bank" },
  closing: { pt: "Saldo final no banco", en: "Closing balance at the bank" },
  difference: { pt: "Faltam no arquivo", en: "Missing from the file" },
  verdicts: {
    new: { pt: "novo", en: "new" },
    planned: { pt: "previsto", en: "planned" },
    match: { pt: "já lançado por você", en: "already entered by you" },
    transfer: { pt: "transferência", en: "transfer" },
    payment: { pt: "pagamento de fatura", en: "invoice payment" },
    part: { pt: "parcela", en: "instalment" },
    known: { pt: "já importado", en: "already imported" },
    deleted: { pt: "excluído por você", en: "deleted by you" },
    ignored: { pt: "ignorado", en: "ignored" },
    error: { pt: "não lido", en: "not read" },
  } satisfies Record<Verdict, Text>,
  all: { pt: "Todas", en: "All" },
  undecided: { pt: "A decidir", en: "To decide" },
  waiting: { pt: "decida", en: "decide" },
  line: { pt: (number: number) => `linha ${number}`, en: (number: number) => `line ${number}` },
  action: { pt: "O que fazer", en: "What to do" },
  actions: {
    accept: { pt: "Aceitar", en: "Accept" },
    new: { pt: "Lançar como novo", en: "Add as new" },
    skip: { pt: "Não importar", en: "Do not import" },
    match: { pt: "É este lançamento", en: "It is this transaction" },
    pay: { pt: "Paga uma fatura", en: "Pays an invoice" },
  } satisfies Record<Action, Text>,
  correct: { pt: "Corrigir", en: "Correct" },
  correctTitle: { pt: "Corrigir linha", en: "Correct line" },
  raw: { pt: "No arquivo", en: "In the file" },
  sense: { pt: "O dinheiro", en: "The money" },
  came: { pt: "entrou", en: "came in" },
  went: { pt: "saiu", en: "went out" },
  whichRow: { pt: "Lançamento", en: "Entry" },
  whichInvoice: { pt: "Fatura que paga", en: "Invoice that it pays" },
  chooseInvoice: { pt: "Escolha a fatura…", en: "Choose the invoice…" },
  paysInvoice: {
    pt: (card: string, month: string) => `Paga a fatura de ${month} de ${card}`,
    en: (card: string, month: string) => `Pays the invoice of ${card}, ${month}`,
  },
  invoiceOf: {
    pt: (card: string, month: string) => `${card} · ${month}`,
    en: (card: string, month: string) => `${card} · ${month}`,
  },
  filled: {
    pt: (category: string, by: string) => `${category} ${by}`,
    en: (category: string, by: string) => `${category} ${by}`,
  },
  filledBy: {
    rule: { pt: "(por regra sua)", en: "(by your rule)" },
    memory: { pt: "(aprendida com você)", en: "(learned from you)" },
    bank: { pt: "(do banco)", en: "(from the bank)" },
    default: { pt: "(padrão)", en: "(default)" },
  } satisfies Record<Fill["by"], Text>,
  tags: { pt: "Etiquetas", en: "Tags" },
  tagsHint: { pt: "Separadas por vírgula", en: "Separated by commas" },
  more: { pt: "Mostrar mais", en: "Show more" },
  proposals: { pt: "Propostas sem resposta", en: "Unanswered proposals" },
  proposalsAsk: { pt: "Responder uma a uma", en: "Answer one by one" },
  proposalsAll: {
    accept: { pt: "Aceitar todas", en: "Accept all" },
    new: { pt: "Lançar todas como novas", en: "Add all as new" },
    skip: { pt: "Não importar", en: "Do not import" },
  },
  apply: {
    pt: (count: number) => `Importar ${lines(count, "linha", "linhas")}`,
    en: (count: number) => `Import ${lines(count, "line", "lines")}`,
  },
  applied: {
    pt: (created: number, matched: number) =>
      `${lines(created, "lançamento criado", "lançamentos criados")}, ${lines(matched, "conferido", "conferidos")}.`,
    en: (created: number, matched: number) =>
      `${lines(created, "transaction created", "transactions created")}, ${lines(matched, "confirmed", "confirmed")}.`,
  },
  known: {
    pt: (count: number) => `${lines(count, "linha já existia", "linhas já existiam")}.`,
    en: (count: number) => `${lines(count, "line already existed", "lines already existed")}.`,
  },
  changedSince: {
    pt: "Algo mudou desde a prévia. Confira de novo.",
    en: "Something has changed since the preview. Please check again.",
  },
  undoImport: { pt: "Desfazer importação", en: "Undo import" },
  undone: {
    pt: "Esta importação foi desfeita. O arquivo pode vir de novo.",
    en: "This import was undone. You can import the file again.",
  },
  discard: { pt: "Descartar prévia", en: "Discard preview" },
  discarded: { pt: "Prévia descartada.", en: "Preview discarded." },
  again: { pt: "Este arquivo já foi importado.", en: "This file was already imported." },
  see: { pt: "Ver lançamentos", en: "See transactions" },
  nothing: { pt: "Nenhuma linha com este filtro.", en: "No line with this filter." },
});
