// Texts of the first steps.
import { texts } from "../../language.ts";

export const welcomeWords = texts({
  title: { pt: "Boas-vindas", en: "Welcome" },
  hint: {
    pt: "Três passos, todos opcionais. Tudo pode ser mudado depois.",
    en: "Three steps, all of them optional. Everything can be changed later.",
  },
  account: { pt: "Sua conta", en: "Your account" },
  balance: { pt: "Quanto há nela hoje", en: "Balance today" },
  card: { pt: "Seu cartão de crédito", en: "Your credit card" },
  income: { pt: "Sua renda mensal", en: "Your monthly income" },
  day: { pt: "Dia do mês", en: "Day of the month" },
  incomeName: { pt: "Salário", en: "Salary" },
  done: { pt: "Pronto", en: "Done" },
  finish: { pt: "Ir para o início", en: "Go to the overview" },
  sample: { pt: "Só quer olhar?", en: "Just looking?" },
  sampleHint: {
    pt: "Meses de lançamentos de exemplo, que um clique remove por inteiro.",
    en: "Months of sample transactions, which you can remove with one click.",
  },
  addSample: { pt: "Usar dados de exemplo", en: "Use sample data" },
  added: { pt: "Dados de exemplo prontos.", en: "Sample data added." },
});
