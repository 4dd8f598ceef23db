// Checks how much of each sequence is used: ids are never reused, and an exhausted sequence blocks all inserts.
import { openDatabase } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";
import type { Finding } from "./finding.ts";

interface UsedSequence {
  name: string;
  last: number;
  /** The largest id that JSON can represent exactly, or the sequence's own limit. */
  most: number;
}

/** One finding for each sequence that is at least half used. */
export async function checkSequences(url: string, schema: string): Promise<Finding[]> {
  const db = openDatabase({ url, schema, maxConnections: 1, name: "cofre doctor" });
  try {
    const used = await db.many<UsedSequence>(sql`
      select sequencename::text as name, last_value as last, least(max_value, ${Number.MAX_SAFE_INTEGER}::bigint) as most
        from pg_sequences
       where schemaname = ${schema} and last_value >= least(max_value, ${Number.MAX_SAFE_INTEGER}::bigint) / 2
       order by 1`);
    return used.map((each) => findingOf(schema, each));
  } finally {
    await db.close();
  }
}

function findingOf(schema: string, { name, last, most }: UsedSequence): Finding {
  const percent = Math.floor((last / most) * 100);
  const text = `has used ${percent} % of its ids (${last} of ${most}); find out what creates so many before they run out`;
  return { level: "warn", subject: `sequence ${schema}.${name}`, text };
}
