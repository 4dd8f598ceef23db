// Settings as auth shows them.

export interface Setting {
  name: string;
  section: string;
  doc: string;
  allowed: string;
  default: string;
  value: string | null;
  source: "environment" | "settings" | "start" | "default";
  variable: string;
  locked: boolean;
  secret: boolean;
  stored: boolean;
  needs_restart: boolean;
  needs_confirmation: boolean;
  changed_by: "owners" | "security" | "admins";
}

export interface SettingsReply {
  version: number;
  enabled: boolean;
  fits: boolean;
  pending: { version: number; confirm_before: string } | null;
  awaiting_restart: string[];
  settings: Setting[];
}

export interface ChangeReply {
  version: number;
  confirm_before: string | null;
  awaiting_restart: string[];
  trials: { name: string; outcome: "ok" | "failed" | "unclear"; detail: string }[];
}

export const PATH = "/settings";

/** In this order; those that auth does not have are left out. */
export function pick(settings: readonly Setting[], names: readonly string[]): Setting[] {
  return names.map((name) => settings.find((each) => each.name === name)).filter((each) => each !== undefined);
}

export const inSections = (settings: readonly Setting[], sections: readonly string[]): Setting[] =>
  settings.filter(({ section }) => sections.includes(section));

export const isBoolean = ({ allowed }: Setting): boolean => allowed === "true or false";

/** As switches show it: the default counts where nothing is set. */
export const isOn = ({ value, default: initial }: Setting): boolean => /^(true|t|1)$/i.test(value ?? initial);

const RIGHTS = { owners: "owner_settings:write", security: "security_settings:write", admins: "settings:write" } as const;

export const rightFor = ({ changed_by: by }: Setting): string => RIGHTS[by];
