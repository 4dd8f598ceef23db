// The FITID of statements that we write ourselves: it names the transaction, so a line that comes back is known whatever else was changed.

const SHAPE = /^cofre-([1-9]\d{0,14})$/;

export function fitidOf(transactionId: number): string {
  return `cofre-${transactionId}`;
}

/** The id of the transaction; undefined for the FITID of a bank. */
export function transactionOf(fitid: string): number | undefined {
  const id = SHAPE.exec(fitid)?.[1];
  return id === undefined ? undefined : Number(id);
}
