// Texts of the frame around all screens.
import { texts } from "../language.ts";

export const shellWords = texts({
  nav: {
    main: { pt: "Principal", en: "Main" },
    home: { pt: "Início", en: "Home" },
    transactions: { pt: "Lançamentos", en: "Transactions" },
    add: { pt: "Novo", en: "New" },
    cards: { pt: "Cartões", en: "Cards" },
    accounts: { pt: "Contas", en: "Accounts" },
    budgets: { pt: "Orçamentos", en: "Budgets" },
    goals: { pt: "Objetivos", en: "Goals" },
    agenda: { pt: "Agenda", en: "Agenda" },
    forecast: { pt: "Previsão", en: "Forecast" },
    reports: { pt: "Relatórios", en: "Reports" },
    more: { pt: "Mais", en: "More" },
    imports: { pt: "Importar", en: "Import" },
    categories: { pt: "Categorias", en: "Categories" },
    tags: { pt: "Etiquetas", en: "Tags" },
    welcome: { pt: "Primeiros passos", en: "First steps" },
  },
  skip: { pt: "Ir para o conteúdo", en: "Skip to content" },
  begin: { pt: "Primeiros passos e dados de exemplo", en: "First steps and sample data" },
  readOnly: {
    pt: "Você pode ver este espaço, mas não mudar nada nele. O dono pode mudar isso.",
    en: "You can view this space but not change it. Its owner can change your role.",
  },
  space: {
    own: { pt: "Seu espaço", en: "Your space" },
    opened: {
      pt: "Agora você participa deste espaço, e ele está aberto.",
      en: "You have joined this space, and it is open now.",
    },
  },
});
