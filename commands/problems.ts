// Errors of commands, printed without a stack.
import { inSources } from "../kernel/log/stack.ts";
import { OperatorError } from "../kernel/process/operator_error.ts";

export class UsageError extends OperatorError {
  override name = "UsageError";
  /** What is shown below the message, if not the help of the whole program. */
  readonly help: string | undefined;

  constructor(message: string, help?: string) {
    super(message);
    this.help = help;
  }
}

/** Throws all faults of all readings together, each once, because services share variables. */
export function requireNoFaults(...readings: { faults: readonly string[] }[]): void {
  const faults = [...new Set(readings.flatMap((reading) => reading.faults))];
  if (faults.length > 0)
    throw new OperatorError(["The configuration has faults:", ...faults.map((line) => `  ${line}`)].join("\n"));
}

/** Lines for standard error. An unexpected error keeps its stack, because it is a bug to report. */
export function explain(error: unknown): string {
  if (error instanceof OperatorError) return error.message;
  return error instanceof Error ? inSources(error.stack ?? error.message) : String(error);
}
