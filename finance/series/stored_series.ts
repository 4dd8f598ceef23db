export type { StoredSeries } from "../tables/tables.ts";
