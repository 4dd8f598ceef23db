// What is asked of both releases.
import type { ServiceName } from "../harness/cofre_process.ts";

export interface Read {
  service: ServiceName;
  /** As the document has it: `/accounts/{id}`. */
  route: string;
  path: string;
  /** A name of `Callers`, or nobody. */
  as?: string;
  headers?: Record<string, string>;
}

interface Document {
  paths: Record<string, { get?: object }>;
}

/** The routes of a document that nothing is asked of, but for those that are left out for a reason. */
export function unasked({ paths }: Document, reads: readonly Read[], leftOut: Readonly<Record<string, string>>): string[] {
  const requests = new Set(reads.map(({ route }) => route));
  return Object.keys(paths).filter((path) => paths[path]?.get && !requests.has(path) && !(path in leftOut));
}
