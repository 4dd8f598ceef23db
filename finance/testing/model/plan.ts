// Test support: what the model expects of one request.
import type { Model } from "./model.ts";

export interface Plan {
  method: "GET" | "POST" | "PUT" | "DELETE";
  path: string;
  body?: object;
  /** Of a success, where it is not that of its method. */
  status?: number;
  /** The fields that are wrong, or that there is no such record. */
  refusal?: readonly string[] | "unknown" | undefined;
  /** The record is as it was afterwards, and has no time of its last change either: nothing is written. */
  changesNothing?: boolean;
  /** What is done in the model even if the request is refused: fixed series get their rows when somebody looks that far. */
  lookAhead?(): void;
  /** Does it in the model. The ids of what is new are in the answer. */
  commit?(answer: Answer): void;
  /** What is answered; asked when it is done. */
  expected?(): unknown;
}

export type Answer = Record<string, unknown> & { id: number };

/** Of fields that may be wrong: those that are, or undefined if none is. */
export function refusalOf(wrong: Record<string, boolean>): readonly string[] | undefined {
  const fields = Object.keys(wrong).filter((field) => wrong[field]);
  return fields.length > 0 ? fields : undefined;
}

/** Without what is undefined, as JSON has it. */
export function bodyOf(fields: Record<string, unknown>): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

export type Planner<Operation> = (model: Model, operation: Operation) => Plan;
