// How figures are called that stand on several screens; docs/figures.md has the same words. Those of the overview are with it, because what the
// first screen shares with the list comes with the app itself.
import type { BalancePoint } from "../rules/balance_points.ts";
import type { Basis } from "../rules/figures.ts";
import { choose } from "../words/words.ts";

const portuguese = {
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
};

const english: typeof portuguese = {
  realised: "Realised",
  predicted: "Predicted",
  by: { purchase: "by purchase", instalment: "by date", invoice: "by invoice", payment: "by payment" },
  inFilter: "in the filter",
  dayResult: "result of the day, by date",
  balanceToday: "Balance today",
  balance: { past: "balance", now: "balance today", expected: "predicted balance" },
};

export const figures = choose(portuguese, english);
