// Sheet of the kit: charts.
import { BarChart, StepChart } from "../charts/charts.ts";
import { addDays } from "../rules/days.ts";

const STEPS = [5_000_00, 3_200_00, 3_100_00, -400_00, 5_800_00, 5_200_00, 4_900_00];
const MONTHS = ["jun.", "jul.", "ago.", "set.", "out.", "nov."];

export function Charts() {
  return (
    <>
      <StepChart
        name="Saldo"
        sentence="Fica negativo em 25 de novembro."
        points={STEPS.map((cents, index) => ({
          date: addDays("2026-11-10", index * 5),
          balance_cents: cents,
          when: index === 0 ? "past" : index === 1 ? "now" : "expected",
        }))}
        lowest={3}
      />
      <BarChart
        name="Receitas e despesas"
        sentence="Resultado de R$ 1.200,00, por pagamento."
        head="Mês"
        groups={MONTHS.map((short) => ({ short, name: short }))}
        parts={[
          { name: "Receitas", look: "in", column: 0, cents: MONTHS.map(() => 620_000) },
          { name: "Despesas", look: "out", column: 1, cents: MONTHS.map((_, index) => 300_000 + index * 20_000) },
          { name: "Faturas", look: "card", column: 1, cents: MONTHS.map((_, index) => 90_000 + index * 10_000) },
        ]}
        line={{ name: "Resultado", cents: MONTHS.map((_, index) => 230_000 - index * 30_000) }}
      />
    </>
  );
}
