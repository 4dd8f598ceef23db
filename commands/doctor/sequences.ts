// How far the sequences of a schema have come: ids are never given twice, so a sequence that is used up makes no record any more.
import { openDatabase } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";
import type { Finding } from "./finding.ts";

interface UsedSequence {
  name: string;
  last: number;
  /** The largest that answers can show exactly, where the sequence itself goes further. */
  most: number;
}

/** One finding for each that is half used; nothing where none is. */
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
  const text = `has given ${percent} % of its ids (${last} of ${most}); find out who makes so many before none is left`;
  return { level: "warn", subject: `sequence ${schema}.${name}`, text };
}
