// All charts. Screens import them from here, so that they load as one file instead of six small ones.
export { BarChart } from "./bar_chart.tsx";
export { CategoryBars } from "./category_bars.tsx";
export { ChartTableDetails } from "./chart_table.tsx";
export { InvoiceChart } from "./invoice_chart.tsx";
export { MonthlyChart } from "./monthly_chart.tsx";
export { StepChart } from "./step_chart.tsx";
