/** A problem that the operator can fix. The message says what is wrong and what to do; no stack is shown. */
export class OperatorError extends Error {
  override name = "OperatorError";
}
