// What is owed on the invoices of a card, from their sums. An invoice leaves its balance to the next one only if a payment was made on it;
// else the balance stays due on its own.

export interface InvoiceSums {
  invoice: number;
  amount_cents: number;
  /** Of the payments that are paid, and `payments` is how many those are. Planned ones do not count. */
  payment_cents: number;
  payments: number;
}

/** By invoice. One without any sums had no purchase and no payment. */
export type SumsByInvoice = ReadonlyMap<number, InvoiceSums>;

export function byInvoice(sums: readonly InvoiceSums[]): SumsByInvoice {
  return new Map(sums.map((each) => [each.invoice, each]));
}

/** The invoices right before this one that follow each other and all have payments: what they come to is carried to it. Newest first. */
export function runBefore(sums: SumsByInvoice, invoice: number): InvoiceSums[] {
  const run: InvoiceSums[] = [];
  for (let before = sums.get(invoice - 1); before && before.payments > 0; before = sums.get(before.invoice - 1)) run.push(before);
  return run;
}

export function carriedTo(sums: SumsByInvoice, invoice: number): number {
  return runBefore(sums, invoice).reduce((cents, each) => cents + each.amount_cents - each.payment_cents, 0);
}

/** Negative: owed. Positive: in the holder's favour. */
export function balanceOf(sums: SumsByInvoice, invoice: number): number {
  const own = sums.get(invoice);
  return carriedTo(sums, invoice) + (own ? own.amount_cents - own.payment_cents : 0);
}

export function isPaid(sums: SumsByInvoice, invoice: number): boolean {
  return isSettled({ hasPayment: (sums.get(invoice)?.payments ?? 0) > 0, balanceCents: balanceOf(sums, invoice) });
}

/** A payment was made, and nothing is left to pay. */
export function isSettled({ hasPayment, balanceCents }: { hasPayment: boolean; balanceCents: number }): boolean {
  return hasPayment && balanceCents >= 0;
}

/**
 * What is owed on each invoice that nobody has paid anything of, future ones too, oldest first. What one that was paid in part leaves to the
 * next is owed with that one, which may have no sums of its own.
 */
export function owedOf(sums: SumsByInvoice): { invoice: number; cents: number }[] {
  const unpaid = new Set<number>();
  for (const { invoice, payments } of sums.values()) {
    if (payments === 0) unpaid.add(invoice);
    else if ((sums.get(invoice + 1)?.payments ?? 0) === 0) unpaid.add(invoice + 1);
  }
  return [...unpaid]
    .sort((one, other) => one - other)
    .map((invoice) => ({ invoice, cents: -balanceOf(sums, invoice) }))
    .filter(({ cents }) => cents > 0);
}

export function outstandingOf(sums: SumsByInvoice): number {
  return owedOf(sums).reduce((owed, { cents }) => owed + cents, 0);
}

/** The sums as they are after a change. */
export function addDifferences(sums: SumsByInvoice, differences: readonly InvoiceSums[]): SumsByInvoice {
  const after = new Map(sums);
  for (const each of differences) {
    const before = after.get(each.invoice) ?? { amount_cents: 0, payment_cents: 0, payments: 0 };
    after.set(each.invoice, {
      invoice: each.invoice,
      amount_cents: before.amount_cents + each.amount_cents,
      payment_cents: before.payment_cents + each.payment_cents,
      payments: before.payments + each.payments,
    });
  }
  return after;
}

/** Invoices that follow each other and all have payments, together, under the number of the last of them; or one without any. */
export interface InvoiceRun extends InvoiceSums {
  first: number;
}

/** The runs as they would be if these payments were made. */
export function withPlanned(runs: readonly InvoiceRun[], planned: readonly { invoice: number; cents: number }[]): InvoiceRun[] {
  const after = runs.map((run) => ({ ...run }));
  for (const { invoice, cents } of planned) {
    const run = after.find((each) => each.first <= invoice && invoice <= each.invoice);
    if (!run) after.push({ first: invoice, invoice, amount_cents: 0, payment_cents: cents, payments: 1 });
    else {
      run.payment_cents += cents;
      run.payments++;
    }
  }
  const joined: InvoiceRun[] = [];
  for (const run of after.sort((one, other) => one.first - other.first)) {
    const before = joined.at(-1);
    if (!before || before.payments === 0 || run.payments === 0 || before.invoice + 1 !== run.first) joined.push(run);
    else {
      before.invoice = run.invoice;
      before.amount_cents += run.amount_cents;
      before.payment_cents += run.payment_cents;
      before.payments += run.payments;
    }
  }
  return joined;
}
