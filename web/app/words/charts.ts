// What every chart says of itself.
import { choose } from "../words.ts";

const portuguese = {
  table: "Ver como tabela",
  csv: "Baixar CSV",
  walk: "Use as setas para andar pelo gráfico.",
  day: "Dia",
  month: "Mês",
  balance: "Saldo",
  zero: "zero",
  today: "hoje",
};

const english: typeof portuguese = {
  table: "See as a table",
  csv: "Download CSV",
  walk: "Use the arrow keys to walk along the chart.",
  day: "Day",
  month: "Month",
  balance: "Balance",
  zero: "zero",
  today: "today",
};

export const charts = choose(portuguese, english);
