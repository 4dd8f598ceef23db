// Texts of the rules for lines of files.
import { type Text, texts } from "../../language.ts";
import type { TextCondition } from "../../rules/rule_form.ts";

export const ruleWords = texts({
  title: { pt: "Regras de importação", en: "Import rules" },
  add: { pt: "Nova regra", en: "New rule" },
  edit: { pt: "Editar regra", en: "Edit rule" },
  empty: {
    pt: "Nenhuma regra ainda. Uma regra dá nome e categoria às linhas que o banco sempre escreve igual.",
    en: "No rules yet. A rule gives a name and a category to lines that the bank always writes alike.",
  },
  order: {
    pt: "Valem de cima para baixo; se duas dizem coisas diferentes, vale a de baixo.",
    en: "They apply from top to bottom; where two differ, the lower one wins.",
  },
  name: { pt: "Nome da regra", en: "Name of the rule" },
  nameHint: { pt: "Em branco: o texto", en: "Leave empty to use the text" },
  condition: { pt: "Quando", en: "When" },
  conditions: {
    text_contains: { pt: "o extrato contém", en: "the statement contains" },
    text_equals: { pt: "o extrato é igual a", en: "the statement is" },
    text_pattern: { pt: "o extrato segue o modelo", en: "the statement matches" },
    merchant_contains: { pt: "o nome do outro lado contém", en: "the other party's name contains" },
    merchant_equals: { pt: "o nome do outro lado é", en: "the other party's name is" },
    merchant_pattern: { pt: "o nome do outro lado segue o modelo", en: "the other party's name matches" },
  } satisfies Record<TextCondition, Text>,
  text: { pt: "Texto", en: "Text" },
  textHint: {
    pt: "Em modelos: * qualquer texto, ? um caractere, # um dígito, | ou",
    en: "In patterns: * any text, ? one character, # a digit, | or",
  },
  sign: { pt: "Tipo", en: "Kind" },
  signs: {
    "": { pt: "despesas e receitas", en: "expenses and income" },
    expense: { pt: "só despesas", en: "expenses only" },
    income: { pt: "só receitas", en: "income only" },
  },
  unchanged: { pt: "não mudar", en: "leave as it is" },
  ignores: { pt: "Não importar estas linhas", en: "Do not import these lines" },
  enabled: { pt: "Ligada", en: "On" },
  off: { pt: "desligada", en: "off" },
  more: { pt: "outras condições", en: "other conditions" },
  up: { pt: (name: string) => `Subir ${name}`, en: (name: string) => `Move ${name} up` },
  try: { pt: "Testar", en: "Try it" },
  tried: {
    pt: (matched: number, examined: number) => `Pega ${matched} das últimas ${examined} linhas importadas.`,
    en: (matched: number, examined: number) => `Fits ${matched} of the last ${examined} imported lines.`,
  },
  remove: { pt: "Excluir", en: "Delete" },
  saved: { pt: "Regra salva.", en: "Rule saved." },
  removed: { pt: "Regra excluída.", en: "Rule deleted." },
});
