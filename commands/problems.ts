// How a command tells an operator that it cannot go on: lines without a stack.
import { OperatorError } from "../kernel/operator_error.ts";

/** A wrong command line. */
export class UsageError extends OperatorError {
  override name = "UsageError";
}

/** Throws all faults of all readings together, each once though two services may share the variable. */
export function demandNoFaults(...readings: { faults: readonly string[] }[]): void {
  const faults = [...new Set(readings.flatMap((reading) => reading.faults))];
  if (faults.length > 0)
    throw new OperatorError(["The configuration has faults:", ...faults.map((line) => `  ${line}`)].join("\n"));
}

/** A step whose plain errors are sentences for the operator. Errors of any other name are bugs and stay as they are. */
export async function operatorStep<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Error && error.name === "Error") throw new OperatorError(error.message, { cause: error });
    throw error;
  }
}

/** Lines for standard error. A fault that nobody foresaw keeps its stack, because it is a bug to report. */
export function explain(error: unknown): string {
  if (error instanceof OperatorError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
