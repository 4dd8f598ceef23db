// Every chart, for screens to import from here: whoever shows one loads them all, in one file instead of six small ones.
export { BarChart } from "./bar_chart.tsx";
export { CategoryBars } from "./category_bars.tsx";
export { ChartTableDetails as TwinTable } from "./chart_table.tsx";
export { InvoiceChart } from "./invoice_chart.tsx";
export { MonthlyChart } from "./monthly_chart.tsx";
export { StepChart } from "./step_chart.tsx";
