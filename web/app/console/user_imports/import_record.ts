// An import of users as auth presents it, and what follows from it.

export const SOURCES = ["cofre", "auth0", "firebase", "keycloak"] as const;
export type Source = (typeof SOURCES)[number];

export interface UserImport {
  id: string;
  source: Source;
  file_name: string;
  state: "receiving" | "checking" | "checked" | "importing" | "done" | "cancelled" | "stopped";
  error: string | null;
  created_by: { kind: string; id: string | null; name: string };
  reason: string | null;
  created_at: string;
  started_at: string | null;
  ended_at: string | null;
  parts: number;
  lines: number;
  imported: number;
  existing: number;
  refused: number;
  incomplete: number;
}

export const PATH = "/user-imports";
export const RIGHT = "users:import";

export const addressOf = (id: string): string => `/admin/user_imports/${id}`;

/** Of how many lines it is known what becomes of them. */
export const settledOf = ({ imported, existing, refused }: UserImport): number => imported + existing + refused;

export const isUnderWay = ({ state }: UserImport): boolean => state === "checking" || state === "importing";
