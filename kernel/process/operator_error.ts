/** A problem that the operator can mend: the message says what is wrong and what to do, and a stack would only hide it. */
export class OperatorError extends Error {
  override name = "OperatorError";
}
