// Requests to both releases.
import type { ServiceName } from "../harness/cofre_process.ts";

export interface Read {
  service: ServiceName;
  /** As in the document: `/accounts/{id}`. */
  route: string;
  path: string;
  /** A name of `Callers`; anonymous by default. */
  as?: string;
  headers?: Record<string, string>;
}

interface Document {
  paths: Record<string, { get?: object }>;
}

/** Routes of a document that no request covers, except for those that are left out for a reason. */
export function uncoveredRoutes(
  { paths }: Document,
  reads: readonly Read[],
  leftOut: Readonly<Record<string, string>>,
): string[] {
  const requests = new Set(reads.map(({ route }) => route));
  return Object.keys(paths).filter((path) => paths[path]?.get && !requests.has(path) && !(path in leftOut));
}
