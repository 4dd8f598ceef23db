// The table `import_rules`, which posts write, and the lines of banks that rules are tried on.
import type { Db } from "../../kernel/sql/database.ts";
import { type Sql, sql } from "../../kernel/sql/sql.ts";
import { import_rules } from "../tables/import_rules.ts";
import { selectList } from "../tables/table.ts";
import type { Rule } from "./rule.ts";

/** In the order in which they are tried. */
export function listRules(db: Db, spaceId: number): Promise<Rule[]> {
  return db.many<Rule>(sql`
    select ${selectList(import_rules)} from import_rules where space_id = ${spaceId} order by position, id`);
}

/** What a file brought in, as the bank wrote it. */
export interface BroughtLine {
  id: number;
  account_id: number | null;
  credit_card_id: number | null;
  day: string;
  amount_cents: number;
  description: string;
  /** That the import gave. */
  category_id: number | null;
  transaction_id: number;
}

interface Period {
  first?: string | undefined;
  last?: string | undefined;
  most: number;
}

/** Of lines that made transactions, those that came last. */
export function listBroughtLines(db: Db, spaceId: number, { first, last, most }: Period): Promise<BroughtLine[]> {
  const from: Sql = first === undefined ? sql`` : sql`and day >= ${first}::date`;
  const until: Sql = last === undefined ? sql`` : sql`and day <= ${last}::date`;
  return db.many<BroughtLine>(sql`
    select id, account_id, credit_card_id, day, amount_cents, description, category_id, transaction_id
      from source_links
     where space_id = ${spaceId} and made ${from} ${until}
     order by id desc
     limit ${most}`);
}
