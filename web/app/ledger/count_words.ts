// What counts in each figure, as docs/figures.md defines it.
import { type Text, texts } from "../language.ts";
import type { Basis } from "../rules/figures.ts";

export const countWords = texts({
  balanceToday: {
    pt: "O que já foi pago ou recebido até hoje, nas contas que entram no saldo geral.",
    en: "What was paid or received up to today, on the accounts that count in the general balance.",
  },
  budgets: {
    pt: "Despesas da categoria e das subcategorias, por data. Uma subcategoria com orçamento próprio conta uma vez.",
    en: "Expenses of the category and its subcategories, by date. A subcategory with a budget of its own counts once.",
  },
  forecast: {
    pt: (day: string) => `O saldo de hoje e tudo o que é esperado até ${day}: lançamentos não pagos e faturas no vencimento.`,
    en: (day: string) =>
      `Today's balance and everything expected up to ${day}: unpaid transactions, and invoices on their due date.`,
  },
  expectedIn: { pt: "Receitas esperadas", en: "Expected income" },
  expectedOut: { pt: "Despesas esperadas", en: "Expected expenses" },
  worth: {
    pt: "O saldo das contas menos o que é devido nos cartões, no fim do último mês mostrado.",
    en: "The balance of the accounts less what is owed on cards, at the end of the last month shown.",
  },
  instalments: {
    pt: "Parcelas de compras no cartão, no mês em que a fatura vence.",
    en: "Installments of purchases on cards, in the month in which their invoice is due.",
  },
  available: {
    pt: "O limite menos tudo o que é devido no cartão, com parcelas de faturas futuras.",
    en: "The limit less everything owed on the card, with installments on future invoices.",
  },
  flow: {
    payment: {
      pt: "Compras no cartão contam quando a fatura é paga. Transferências não contam.",
      en: "Purchases on cards count when their invoice is paid. Transfers do not count.",
    },
    instalment: {
      pt: "Cada parcela conta na sua data. Transferências e pagamentos de faturas não contam.",
      en: "Each installment counts on its date. Transfers and payments of invoices do not count.",
    },
    invoice: {
      pt: "Compras no cartão contam no mês em que a fatura vence. Transferências e pagamentos de faturas não contam.",
      en: "Purchases on cards count in the month in which their invoice is due. Transfers and payments of invoices do not count.",
    },
    purchase: {
      pt: "Compras parceladas contam inteiras na data da compra. Transferências e pagamentos de faturas não contam.",
      en: "Purchases in installments count whole on their date. Transfers and payments of invoices do not count.",
    },
  } satisfies Record<Basis, Text>,
  categories: {
    payment: {
      pt: "Compras no cartão contam inteiras no primeiro pagamento da fatura; sem pagamento, quando ela vence.",
      en: "Purchases on cards count whole with the first payment of their invoice; without one, when it is due.",
    },
    instalment: {
      pt: "Cada parcela conta na sua data, com o que ainda é previsto. Uma devolução diminui a categoria dela.",
      en: "Each installment counts on its date, with what is still predicted. A refund reduces its category.",
    },
    invoice: {
      pt: "Compras no cartão contam no mês em que a fatura vence, com o previsto. Uma devolução diminui a categoria dela.",
      en: "Purchases on cards count in the month in which their invoice is due, with what is predicted. A refund reduces its category.",
    },
    purchase: {
      pt: "Compras parceladas contam inteiras na data da compra. Uma devolução diminui a categoria dela.",
      en: "Purchases in installments count whole on their date. A refund reduces its category.",
    },
  } satisfies Record<Basis, Text>,
});
