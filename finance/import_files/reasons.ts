// Why a line, or a whole file, was not read. Portuguese first, English for callers who ask for it.

export const REASONS = {
  too_large: { "pt-BR": "o arquivo passa de 20 MB", en: "the file is larger than 20 MB" },
  too_many_lines: { "pt-BR": "o arquivo passa de 50.000 linhas", en: "the file has more than 50,000 lines" },
  too_many_statements: { "pt-BR": "o arquivo tem contas demais", en: "the file holds too many accounts" },
  empty: { "pt-BR": "o arquivo está vazio", en: "the file is empty" },
  not_text: {
    "pt-BR": "o arquivo não é um extrato que sabemos ler",
    en: "the file is not a statement of a kind that can be read",
  },
  pdf: { "pt-BR": "PDF não é lido: exporte OFX, CSV ou planilha", en: "PDF is not read: export OFX, CSV or a spreadsheet" },
  mt940: { "pt-BR": "MT940 não é lido: exporte OFX, CSV ou CAMT.053", en: "MT940 is not read: export OFX, CSV or CAMT.053" },
  encrypted: {
    "pt-BR": "o arquivo tem senha: tire-a e envie de novo",
    en: "the file has a password: remove it and send it again",
  },
  damaged: { "pt-BR": "o arquivo está danificado ou cortado", en: "the file is damaged or cut off" },
  unpacks_too_large: { "pt-BR": "o arquivo compactado é grande demais por dentro", en: "the archive unpacks to too much" },
  declares_entities: {
    "pt-BR": "o arquivo declara DTD ou entidades, que não são aceitas",
    en: "the file declares a DTD or entities, which are refused",
  },
  took_too_long: { "pt-BR": "a leitura do arquivo demorou demais", en: "reading the file took too long" },
  took_too_much: { "pt-BR": "a leitura do arquivo pediu memória demais", en: "reading the file took too much memory" },
  no_lines: { "pt-BR": "nenhum lançamento foi encontrado", en: "no transaction was found" },
  no_line_readable: { "pt-BR": "nenhum lançamento pôde ser lido", en: "none of its transactions could be read" },
  columns_unknown: { "pt-BR": "diga o que cada coluna significa", en: "say what each column means" },
  columns_wrong: {
    "pt-BR": "as colunas escolhidas não existem no arquivo",
    en: "the columns that were chosen are not in the file",
  },
  damaged_characters: {
    "pt-BR": "há caracteres que o banco já enviou danificados",
    en: "some characters were damaged before the file was sent",
  },
  too_many_columns: { "pt-BR": "a linha tem colunas demais", en: "the line has too many columns" },
  cell_too_long: { "pt-BR": "um campo da linha é longo demais", en: "a field of the line is too long" },
  day_missing: { "pt-BR": "a linha não tem data", en: "the line has no date" },
  day_invalid: { "pt-BR": "a data não existe ou não foi entendida", en: "the date does not exist or was not understood" },
  amount_missing: { "pt-BR": "a linha não tem valor", en: "the line has no amount" },
  amount_invalid: { "pt-BR": "o valor não foi entendido", en: "the amount was not understood" },
  amount_too_precise: { "pt-BR": "o valor tem mais de duas casas decimais", en: "the amount has more than two decimals" },
  amount_too_large: { "pt-BR": "o valor é grande demais", en: "the amount is too large" },
  formula: { "pt-BR": "a célula é uma fórmula, não um valor", en: "the cell is a formula, not a value" },
  second_table: {
    "pt-BR": "a segunda tabela do extrato repete lançamentos e foi deixada de fora",
    en: "the second table of the statement repeats transactions and was left out",
  },
  not_booked: { "pt-BR": "o banco ainda não efetivou a linha", en: "the bank has not booked the line yet" },
  unknown_type: { "pt-BR": "o tipo do lançamento não é conhecido", en: "the type of the transaction is not known" },
  splits_differ: {
    "pt-BR": "as partes da divisão não somam o valor do lançamento",
    en: "the parts of the split do not sum to its amount",
  },
  other_currency: { "pt-BR": "o lançamento está em outra moeda", en: "the transaction is in another currency" },
} as const satisfies Record<string, Readonly<Record<"pt-BR" | "en", string>>>;

export type Reason = keyof typeof REASONS;

export function reasonText(reason: Reason, language: "pt-BR" | "en" = "pt-BR"): string {
  return REASONS[reason][language];
}
