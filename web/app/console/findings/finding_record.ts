// A finding as auth sends it, and where in the console it is dealt with.

export const SEVERITIES = ["error", "warning", "info"] as const;

export type Severity = (typeof SEVERITIES)[number];

export interface Finding {
  id: string;
  rule: string;
  severity: Severity;
  title: string;
  text: string;
  remedy: string;
  copy: string | null;
  docs: string;
  dismissed: { by: string; at: string; reason: string } | null;
}

/** How a badge of it looks. */
export const SIGNS: Readonly<Record<Severity, string>> = { error: "overdue", warning: "partial", info: "" };

const PLACES: Readonly<Record<string, string>> = {
  administrators_without_factor: "/admin/administrators",
  owner_missing: "/admin/administrators",
  api_key_ending: "/admin/api_keys",
  api_key_unused: "/admin/api_keys",
};

export const placeOfFinding = ({ rule }: Finding): string | undefined => PLACES[rule];
