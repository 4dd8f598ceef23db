// Texts of what imports have learned, of column layouts, and of rules that are applied to earlier rows.
import { texts } from "../../language.ts";

const times = (count: number) => (count === 1 ? "uma vez" : `${count} vezes`);

export const learnedWords = texts({
  title: { pt: "O que foi aprendido", en: "What was learned" },
  hint: {
    pt: "A categoria que você deu a cada estabelecimento. As próximas linhas dele já vêm com ela.",
    en: "The category that you gave to each merchant. Its next lines come with it.",
  },
  empty: {
    pt: "Nada ainda. Quando você corrige a categoria de uma linha importada, o estabelecimento aparece aqui.",
    en: "Nothing yet. When you correct the category of an imported line, its merchant appears here.",
  },
  search: { pt: "Buscar no que foi aprendido", en: "Search what was learned" },
  nothingFound: { pt: "Nada encontrado.", en: "Nothing found." },
  goneCategory: { pt: "categoria excluída", en: "deleted category" },
  income: { pt: "receita", en: "income" },
  times: { pt: times, en: (count: number) => (count === 1 ? "once" : `${count} times`) },
  forget: { pt: "Esquecer", en: "Forget" },
  forgetOne: { pt: (name: string) => `Esquecer ${name}`, en: (name: string) => `Forget ${name}` },
  forgotten: { pt: (name: string) => `${name}: esquecido.`, en: (name: string) => `${name}: forgotten.` },
  forgetAll: { pt: "Esquecer tudo", en: "Forget all" },
  forgetAllAsk: { pt: "Esquecer tudo o que foi aprendido?", en: "Forget all that was learned?" },
  forgetAllHint: {
    pt: "As próximas linhas importadas vêm sem essas categorias, até você corrigi-las de novo. Os lançamentos ficam como estão.",
    en: "The next imported lines come without these categories, until you correct them again. Transactions stay as they are.",
  },
  forgottenAll: {
    pt: (count: number) => (count === 1 ? "1 estabelecimento esquecido." : `${count} estabelecimentos esquecidos.`),
    en: (count: number) => (count === 1 ? "1 merchant forgotten." : `${count} merchants forgotten.`),
  },
});

export const layoutWords = texts({
  title: { pt: "Modelos de colunas", en: "Column layouts" },
  hint: { pt: "Arquivos com estas colunas são lidos sem perguntar.", en: "Files with these columns are read without asking." },
  empty: {
    pt: "Nenhum ainda. Quando você diz que coluna é o quê e importa o arquivo, o modelo fica aqui.",
    en: "None yet. When you say which column is what and import the file, its layout is kept here.",
  },
  noHeader: { pt: "arquivo sem cabeçalho", en: "file without a header" },
  column: { pt: (role: string, name: string) => `${role}: ${name}`, en: (role: string, name: string) => `${role}: ${name}` },
  forgotten: {
    pt: "Modelo esquecido. O próximo arquivo assim pergunta de novo.",
    en: "Layout forgotten. The next file like this asks again.",
  },
});

export const runWords = texts({
  open: { pt: "Aplicar ao que já existe", en: "Apply to earlier rows" },
  title: { pt: "Aplicar as regras ao que já foi importado", en: "Apply the rules to earlier imports" },
  hint: {
    pt: "Mudam categoria, descrição e etiquetas que ninguém alterou desde a importação.",
    en: "Categories, descriptions and tags change where nobody has changed them since the import.",
  },
  period: { pt: "Período", en: "Period" },
  periods: {
    "3": { pt: "últimos 3 meses", en: "last 3 months" },
    "12": { pt: "últimos 12 meses", en: "last 12 months" },
    "": { pt: "tudo", en: "everything" },
  },
  counting: { pt: "Contando…", en: "Counting…" },
  changes: {
    pt: (updated: number, examined: number) =>
      updated === 0
        ? `Nada muda nas ${examined} linhas importadas.`
        : `Muda ${updated} de ${examined} ${examined === 1 ? "linha importada" : "linhas importadas"}:`,
    en: (updated: number, examined: number) =>
      updated === 0
        ? `Nothing changes in ${examined} imported lines.`
        : `Changes ${updated} of ${examined} imported ${examined === 1 ? "line" : "lines"}:`,
  },
  more: { pt: (count: number) => `e mais ${count}`, en: (count: number) => `and ${count} more` },
  act: { pt: "Aplicar", en: "Apply" },
  done: {
    pt: (count: number) => (count === 1 ? "1 lançamento alterado." : `${count} lançamentos alterados.`),
    en: (count: number) => (count === 1 ? "1 transaction changed." : `${count} transactions changed.`),
  },
});
