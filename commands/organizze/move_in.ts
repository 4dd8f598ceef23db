// Copies an Organizze account into a space: reads it, converts it to a file, restores the file in one write, and compares the
// results.
import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { OperatorError } from "../../kernel/process/operator_error.ts";
import { readJson, type Server } from "../finance_client.ts";
import { type Compared, compareBalances, compareInvoices } from "./compare.ts";
import { type Document, documentFrom } from "./document.ts";
import { readSource } from "./source.ts";

export interface Move {
  source: Server;
  target: Server;
  folder: string;
  pauseMs: number;
  isDryRun: boolean;
  now: Date;
  /** In the space's time zone; later rows do not exist yet. */
  today: string;
  says(line: string): void;
}

export interface Outcome {
  restored: Record<string, number>;
  notes: string[];
  compared: Compared[];
  differing: Compared[];
}

export async function moveIn({ source, target, folder, pauseMs, isDryRun, now, today, says }: Move): Promise<Outcome> {
  const read = await readSource({ server: source, folder, pauseMs, today, says });
  const { document, notes } = documentFrom(read, { today, now });
  const text = linesOf(document);
  // Repeating the same content, for example after a lost answer, is the same request.
  const key = createHash("sha256")
    .update(JSON.stringify({ ...document, exported_at: null }))
    .digest("hex");
  const { restored } = await readJson<{ restored?: Record<string, number> }>(
    target,
    `/exports/restore${isDryRun ? "?dry_run=true" : ""}`,
    { method: "POST", body: () => Readable.from(text), headers: { "content-type": "application/json", "idempotency-key": key } },
  );
  if (typeof restored !== "object" || restored === null)
    throw new OperatorError(`${target.url} did not answer like Cofre: is --to right?`);
  says(
    `${isDryRun ? "Would have written" : "Wrote"}: ${Object.entries(restored)
      .map(([name, count]) => `${count} ${name}`)
      .join(", ")}.`,
  );
  const sides = { source, target };
  const compared = isDryRun
    ? []
    : [...(await compareBalances(sides, read, document, today)), ...(await compareInvoices(sides, read, document))];
  return { restored, notes, compared, differing: compared.filter((each) => each.source !== each.here) };
}

function linesOf(document: Document): string[] {
  return Object.entries(document).map(([name, value], index, { length }) => {
    const text = Array.isArray(value) ? `[${value.map((row) => `\n${JSON.stringify(row)}`).join(",")}]` : JSON.stringify(value);
    return `${index === 0 ? "{" : ",\n"}${JSON.stringify(name)}:${text}${index === length - 1 ? "}\n" : ""}`;
  });
}
