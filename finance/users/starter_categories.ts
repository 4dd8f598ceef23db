// The categories that a space begins with. They are the user's from then on: nothing here is looked at again.

export interface StarterCategory {
  name: string;
  color: string;
  kind: "expenses" | "earnings" | "none";
  /** What the space uses it for by itself. */
  pointer?: "default_expenses" | "default_earnings" | "transfers" | "payments";
}

export type Locale = "pt-BR" | "en";

type Row = readonly [
  names: Readonly<Record<Locale, string>>,
  color: string,
  kind?: StarterCategory["kind"],
  pointer?: StarterCategory["pointer"],
];

const ROWS: readonly Row[] = [
  [{ "pt-BR": "Bares e restaurantes", en: "Bars and restaurants" }, "4b20c0"],
  [{ "pt-BR": "Roupas", en: "Clothes" }, "ba3709"],
  [{ "pt-BR": "Dívidas e empréstimos", en: "Debts and loans" }, "ff9696"],
  [{ "pt-BR": "Investimentos", en: "Investments" }, "18624d"],
  [{ "pt-BR": "Educação", en: "Education" }, "4255bd"],
  [{ "pt-BR": "Lazer e hobbies", en: "Leisure and hobbies" }, "42924f"],
  [{ "pt-BR": "Família e filhos", en: "Family and children" }, "64d877"],
  [{ "pt-BR": "Alimentação", en: "Food" }, "ec61a2"],
  [{ "pt-BR": "Presentes e doações", en: "Gifts and donations" }, "4255bd"],
  [{ "pt-BR": "Mercado", en: "Groceries" }, "f9845d"],
  [{ "pt-BR": "Saúde", en: "Health" }, "5096dc"],
  [{ "pt-BR": "Casa", en: "Home" }, "5096dc"],
  [{ "pt-BR": "Investimentos", en: "Investments" }, "ef84b2", "earnings"],
  [{ "pt-BR": "Pagamento de fatura", en: "Invoice payment" }, "d72638", "none", "payments"],
  [{ "pt-BR": "Empréstimos", en: "Loans" }, "37cca2", "earnings"],
  [{ "pt-BR": "Outros", en: "Other" }, "afafaf", "expenses", "default_expenses"],
  [{ "pt-BR": "Outras receitas", en: "Other income" }, "8cdec0", "earnings", "default_earnings"],
  [{ "pt-BR": "Cuidados pessoais", en: "Personal care" }, "ff6669"],
  [{ "pt-BR": "Pets", en: "Pets" }, "fba52c"],
  [{ "pt-BR": "Salário", en: "Salary" }, "37cca2", "earnings"],
  [{ "pt-BR": "Compras", en: "Shopping" }, "c13e7c"],
  [{ "pt-BR": "Assinaturas e serviços", en: "Subscriptions and services" }, "7253c8"],
  [{ "pt-BR": "Impostos e Taxas", en: "Taxes and fees" }, "f9ae9e"],
  [{ "pt-BR": "Transferências", en: "Transfers" }, "129e3f", "none", "transfers"],
  [{ "pt-BR": "Transporte", en: "Transport" }, "79a9e1"],
  [{ "pt-BR": "Viagem", en: "Travel" }, "ff6669"],
  [{ "pt-BR": "Trabalho", en: "Work" }, "4255bd"],
];

export function starterCategories(locale: Locale): StarterCategory[] {
  return ROWS.map(([names, color, kind = "expenses", pointer]) => ({
    name: names[locale],
    color,
    kind,
    ...(pointer && { pointer }),
  }));
}

export const STARTER_ACCOUNT: Readonly<Record<Locale, string>> = { "pt-BR": "Conta inicial", en: "Main account" };
