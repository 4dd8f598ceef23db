// Sheet of the kit: the flow of a month, with something left and with something missing.
import { SankeyChart } from "../charts/sankey.tsx";
import type { CategoryFlow, FlowPart } from "../rules/category_flow.ts";

const partsOf = (...parts: [id: number | undefined, name: string, cents: number][]): FlowPart[] =>
  parts.map(([id, name, cents]) => ({ id, name, cents }));

const LEFT: CategoryFlow = {
  sources: partsOf([1, "Salário", 620_000], [2, "Aulas", 90_000]),
  targets: partsOf(
    [undefined, "Sobra", 110_000],
    [3, "Casa", 300_000],
    [4, "Mercado", 180_000],
    [5, "Lazer", 20_000],
    [0, "Outras 4", 100_000],
  ),
  inCents: 710_000,
  outCents: 600_000,
  wholeCents: 710_000,
};

const MISSING: CategoryFlow = {
  sources: partsOf([1, "Salário", 300_000], [undefined, "Falta, sai do saldo", 80_000]),
  targets: partsOf([3, "Casa", 300_000], [4, "Mercado", 80_000]),
  inCents: 300_000,
  outCents: 380_000,
  wholeCents: 380_000,
};

export function Flows() {
  return (
    <>
      {[LEFT, MISSING].map((flow) => (
        <SankeyChart
          key={flow.inCents}
          name="Fluxo do mês"
          title={flow === LEFT ? "Sobraram R$ 1.100,00 em outubro." : "Faltaram R$ 800,00 em outubro."}
          sentence="Contado por data."
          why={null}
          flow={flow}
          middle={flow === LEFT ? "Entra" : "Sai"}
          hrefOf={() => undefined}
          table={{ head: ["Categoria"], rows: [] }}
        />
      ))}
    </>
  );
}
