// Names of figures on several screens, as in docs/figures.md. The overview has its own, because shared modules would load with the app.
import { type Text, texts } from "../language.ts";
import type { BalancePoint } from "../rules/balance_points.ts";
import type { Basis } from "../rules/figures.ts";

export const figureWords = texts({
  realised: { pt: "Realizado", en: "Realized" },
  predicted: { pt: "Previsto", en: "Predicted" },
  by: {
    purchase: { pt: "por compra", en: "by purchase" },
    instalment: { pt: "por data", en: "by date" },
    invoice: { pt: "por fatura", en: "by invoice" },
    payment: { pt: "por pagamento", en: "by payment" },
  } satisfies Record<Basis, Text>,
  inFilter: { pt: "no filtro", en: "in the filter" },
  dayResult: { pt: "resultado do dia, por data", en: "result of the day, by date" },
  balanceToday: { pt: "Saldo hoje", en: "Balance today" },
  reserved: { pt: "Reservado", en: "Reserved" },
  available: { pt: "Disponível", en: "Available" },
  balance: {
    past: { pt: "saldo", en: "balance" },
    now: { pt: "saldo hoje", en: "balance today" },
    expected: { pt: "saldo previsto", en: "predicted balance" },
  } satisfies Record<BalancePoint["when"], Text>,
});
