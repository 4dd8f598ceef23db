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

/** What scripts can tell apart. docs/command_line.md lists them. */
export const EXIT_CODES = { failed: 1, usage: 2, missing: 3, forbidden: 4, refused: 5, unavailable: 6 } as const;

export type FailureKind = keyof typeof EXIT_CODES;

/** What a server has said no to, or could not be asked. */
export class RefusedError extends OperatorError {
  override name = "RefusedError";
  readonly kind: FailureKind;

  constructor(kind: FailureKind, message: string) {
    super(message);
    this.kind = kind;
  }
}

/** What standard error says. `help`: below the message of a wrong command line that names no help of its own. */
export function reportOf(error: unknown, help: string): string {
  return error instanceof UsageError ? `${error.message}\n\n${error.help ?? help}` : explain(error);
}

export function exitCodeOf(error: unknown): number {
  if (error instanceof UsageError) return EXIT_CODES.usage;
  return EXIT_CODES[error instanceof RefusedError ? error.kind : "failed"];
}

/** Throws all faults of all readings together, each once, because services share variables. */
export function requireNoFaults(...readings: { faults: readonly string[] }[]): void {
  const faults = [...new Set(readings.flatMap((reading) => reading.faults))];
  if (faults.length > 0)
    throw new OperatorError(["The configuration has faults:", ...faults.map((line) => `  ${line}`)].join("\n"));
}

/** PostgreSQL's code. */
const DATABASE_DISK_FULL = "53100";

/** What a file system refuses, and no program can help. */
const REFUSALS: Record<string, string> = {
  EACCES: "this user may not do that",
  EPERM: "this user may not do that",
  EROFS: "its file system is read-only",
  ENOSPC: "the disk is full",
  EDQUOT: "this user's share of the disk is used up",
};

/** Lines for standard error. An unexpected error keeps its stack, because it is a bug to report. */
export function explain(error: unknown): string {
  if (error instanceof OperatorError) return error.message;
  if (!(error instanceof Error)) return String(error);
  const { code = "", path, syscall } = error as NodeJS.ErrnoException;
  if (code === DATABASE_DISK_FULL)
    return `The disk of the database is full (${error.message}). Nothing was lost. Make room, then try again.`;
  const refusal = REFUSALS[code];
  if (refusal === undefined || syscall === undefined) return inSources(error.stack ?? error.message);
  return `${path ?? "A file"} cannot be used: ${refusal} (${code}, ${syscall}). Nothing was lost. Make room or change the rights, then try again.`;
}
