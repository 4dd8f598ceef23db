// Names of the sample data in both languages, and of the categories that every new space has.

export interface SampleNames {
  checking: string;
  savings: string;
  card: string;
  salary: string;
  rent: string;
  phone: string;
  television: string;
  transfer: string;
  payment: string;
  /** Weekly expenses with their categories. */
  groceries: string;
  restaurant: string;
  transport: string;
  pharmacy: string;
  healthTag: string;
  categories: Record<"salary" | "home" | "groceries" | "food" | "transport" | "health" | "shopping" | "services", string>;
}

export const SAMPLE_NAMES: Readonly<Record<"pt-BR" | "en", SampleNames>> = {
  "pt-BR": {
    checking: "Conta (exemplo)",
    savings: "Poupança (exemplo)",
    card: "Cartão (exemplo)",
    salary: "Salário",
    rent: "Aluguel",
    phone: "Celular",
    television: "Televisão",
    transfer: "Reserva",
    payment: "Pagamento de fatura",
    groceries: "Supermercado",
    restaurant: "Restaurante",
    transport: "Aplicativo de transporte",
    pharmacy: "Farmácia",
    healthTag: "saúde",
    categories: {
      salary: "Salário",
      home: "Casa",
      groceries: "Mercado",
      food: "Alimentação",
      transport: "Transporte",
      health: "Saúde",
      shopping: "Compras",
      services: "Assinaturas e serviços",
    },
  },
  en: {
    checking: "Account (sample)",
    savings: "Savings (sample)",
    card: "Card (sample)",
    salary: "Salary",
    rent: "Rent",
    phone: "Phone",
    television: "Television",
    transfer: "Put aside",
    payment: "Invoice payment",
    groceries: "Supermarket",
    restaurant: "Restaurant",
    transport: "Taxi",
    pharmacy: "Pharmacy",
    healthTag: "health",
    categories: {
      salary: "Salary",
      home: "Home",
      groceries: "Groceries",
      food: "Food",
      transport: "Transport",
      health: "Health",
      shopping: "Shopping",
      services: "Subscriptions and services",
    },
  },
};

/** As finance names them; web/sample.test.ts compares both lists. */
export const STARTER_NAMES: readonly Readonly<Record<"pt-BR" | "en", string>>[] = [
  { "pt-BR": "Bares e restaurantes", en: "Bars and restaurants" },
  { "pt-BR": "Roupas", en: "Clothes" },
  { "pt-BR": "Dívidas e empréstimos", en: "Debts and loans" },
  { "pt-BR": "Investimentos", en: "Investments" },
  { "pt-BR": "Educação", en: "Education" },
  { "pt-BR": "Lazer e hobbies", en: "Leisure and hobbies" },
  { "pt-BR": "Família e filhos", en: "Family and children" },
  { "pt-BR": "Alimentação", en: "Food" },
  { "pt-BR": "Presentes e doações", en: "Gifts and donations" },
  { "pt-BR": "Mercado", en: "Groceries" },
  { "pt-BR": "Saúde", en: "Health" },
  { "pt-BR": "Casa", en: "Home" },
  { "pt-BR": "Pagamento de fatura", en: "Invoice payment" },
  { "pt-BR": "Empréstimos", en: "Loans" },
  { "pt-BR": "Outros", en: "Other" },
  { "pt-BR": "Outras receitas", en: "Other income" },
  { "pt-BR": "Cuidados pessoais", en: "Personal care" },
  { "pt-BR": "Pets", en: "Pets" },
  { "pt-BR": "Salário", en: "Salary" },
  { "pt-BR": "Compras", en: "Shopping" },
  { "pt-BR": "Assinaturas e serviços", en: "Subscriptions and services" },
  { "pt-BR": "Impostos e Taxas", en: "Taxes and fees" },
  { "pt-BR": "Transferências", en: "Transfers" },
  { "pt-BR": "Transporte", en: "Transport" },
  { "pt-BR": "Viagem", en: "Travel" },
  { "pt-BR": "Trabalho", en: "Work" },
];
