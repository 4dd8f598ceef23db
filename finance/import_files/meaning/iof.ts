// Which purchase a line of IOF belongs to: the one with its FITID, else its neighbour, if the tax is 1 to 7 %. The law changes
// the exact rate.

export interface Taxed {
  kind: string;
  amountCents: number;
  fitid: string | null;
}

/** A purchase has at most 99 parts; more lines with one FITID are of a bank that gives the same to all. */
const MOST_OF_ONE_FITID = 99;

/** For each line of IOF the index of its purchase. */
export function purchasesOfIof(lines: readonly Taxed[]): Map<number, number> {
  const byFitid = new Map<string, number[]>();
  for (const [index, { fitid, kind }] of lines.entries()) {
    if (fitid === null || kind === "iof") continue;
    const candidates = byFitid.get(fitid);
    if (candidates && candidates.length < MOST_OF_ONE_FITID) candidates.push(index);
    else if (!candidates) byFitid.set(fitid, [index]);
  }
  const purchases = new Map<number, number>();
  for (const [index, line] of lines.entries()) {
    if (line.kind !== "iof") continue;
    const same = line.fitid === null ? [] : (byFitid.get(line.fitid) ?? []);
    const purchase = [...same, index - 1, index + 1].find((each) => isTaxOf(line, lines[each]));
    if (purchase !== undefined) purchases.set(index, purchase);
  }
  return purchases;
}

function isTaxOf(tax: Taxed, purchase: Taxed | undefined): boolean {
  if (!purchase || purchase.kind === "iof" || purchase.amountCents === 0) return false;
  const share = tax.amountCents / purchase.amountCents;
  return share >= 0.01 && share <= 0.07;
}
