// How figures are called, wherever they stand: docs/figures.md has the same words.
import type { BalancePoint } from "../rules/day_balances.ts";
import type { Basis } from "../rules/figures.ts";
import { choose } from "../words.ts";

const portuguese = {
  in: "Entradas",
  out: "Saídas",
  result: "Resultado",
  realised: "Realizado",
  predicted: "Previsto",
  by: { purchase: "por compra", instalment: "por data", invoice: "por fatura", payment: "por pagamento" } as Record<
    Basis,
    string
  >,
  inFilter: "no filtro",
  dayResult: "resultado do dia, por data",
  balanceToday: "Saldo hoje",
  balance: { past: "saldo", now: "saldo hoje", expected: "saldo previsto" } as Record<BalancePoint["when"], string>,
  today: "hoje",
  expected: "previsto",
};

const english: typeof portuguese = {
  in: "In",
  out: "Out",
  result: "Result",
  realised: "Realised",
  predicted: "Predicted",
  by: { purchase: "by purchase", instalment: "by date", invoice: "by invoice", payment: "by payment" },
  inFilter: "in the filter",
  dayResult: "result of the day, by date",
  balanceToday: "Balance today",
  balance: { past: "balance", now: "balance today", expected: "predicted balance" },
  today: "today",
  expected: "predicted",
};

export const figures = choose(portuguese, english);
