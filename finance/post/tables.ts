export { SPACE_COLUMNS } from "../tables/spaces.ts";
export * from "../tables/tables.ts";
export type { StoredSpace } from "./stored_space.ts";
