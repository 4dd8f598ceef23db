// The rules about accounts that nobody uses, as auth presents them.

export interface Rules {
  unconfirmed_days: number;
  dormant_days: number;
  notice_days: number;
  anonymous: boolean;
  sso: boolean;
}

export interface Matches {
  count: number;
  is_more: boolean;
  sample: { id: string; email: string | null; phone: string | null }[];
}

export interface RetentionReply {
  rules: Rules;
  unconfirmed: Matches;
  dormant: Matches;
}

export const PATH = "/retention";
export const RIGHT = "owner_settings:write";

const NAMES = {
  unconfirmed_days: "RETENTION_UNCONFIRMED_DAYS",
  anonymous: "RETENTION_ANONYMOUS_ENABLED",
  dormant_days: "RETENTION_DORMANT_DAYS",
  notice_days: "RETENTION_NOTICE_DAYS",
  sso: "RETENTION_SSO_ENABLED",
} as const satisfies Record<keyof Rules, string>;

/** What to store, by the names of settings. */
export function changesOf(before: Rules, after: Rules): Record<string, string> {
  const names = Object.keys(NAMES) as (keyof Rules)[];
  return Object.fromEntries(
    names.filter((each) => before[each] !== after[each]).map((each) => [NAMES[each], String(after[each])]),
  );
}

export function previewPath({ unconfirmed_days: unconfirmed, dormant_days: dormant, anonymous, sso }: Rules): string {
  const query = { unconfirmed_days: unconfirmed, dormant_days: dormant, anonymous, sso };
  return `${PATH}?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`;
}
