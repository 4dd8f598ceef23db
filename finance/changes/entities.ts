// The kinds of records that the log has entries of.
import { TABLE_NAMES, TABLES } from "../tables/tables.ts";

/** Kinds that posts log and do not write themselves. */
const OTHER_ENTITIES = ["space", "api_token", "member", "invitation", "webhook"];

export const ENTITIES = [...TABLE_NAMES.map((name) => TABLES[name].entity), ...OTHER_ENTITIES];
