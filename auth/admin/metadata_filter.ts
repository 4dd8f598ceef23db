// `user.plan:pro`: users whose metadata has this value at this path.
import { type Sql, sql } from "../../kernel/sql/sql.ts";
import { fail } from "../errors.ts";

const FORM = /^(user|app)\.([^:]+):(.+)$/s;
/** What JSON has besides text. Longer numbers would be rounded. */
const SCALAR = /^(true|false|null|-?(0|[1-9]\d{0,14})(\.\d{1,15})?)$/;

/** The value is compared as text, and as what else it may be in JSON. */
export function readMetadataFilter(text: string): Sql {
  const [, owner, path = "", value = ""] = FORM.exec(text) ?? [];
  const keys = path.split(".");
  if (owner === undefined || keys.includes("")) {
    throw fail.badFilter({ values: { problem: "metadata must be like user.plan:pro or app.seat.floor:3" } });
  }
  const column = owner === "user" ? sql`users.raw_user_meta_data` : sql`users.raw_app_meta_data`;
  const holds = (scalar: unknown) =>
    sql`${column} @> ${keys.reduceRight<unknown>((inner, key) => ({ [key]: inner }), scalar)}::jsonb`;
  return SCALAR.test(value) ? sql`(${holds(value)} or ${holds(JSON.parse(value))})` : holds(value);
}
