// What auth says of its upkeep, and its texts.
import { language } from "../../language.ts";
import { keptWords, type maintenanceWords } from "./words.ts";

export interface Run {
  kind: "housekeeping" | "backup" | "verify";
  started_at: string;
  seconds: number;
  error: string | null;
  removed?: Record<string, number>;
  bytes?: number;
  scheduled?: boolean;
  /** Of the backup that was verified. */
  created_at?: string;
}

export interface TaskCount {
  task: string;
  waiting: number;
  retrying: number;
  running: number;
  failed: number;
  oldest: string;
}

export interface MaintenanceReply {
  version: string;
  database: { version: string; bytes: number; migrations: number; last_migration: string; migrated_at: string };
  runs: Run[];
  retention: { name: string; days: number }[];
  jobs: TaskCount[];
}

export interface Job {
  id: string;
  task: string;
  state: keyof typeof maintenanceWords.jobs.states;
  attempts: number;
  run_at: string;
  created_at: string;
  last_error: string | null;
}

/** What has no text of ours keeps the name that auth gives it. */
export const keptName = (name: string): string => keptWords.names[name as keyof typeof keptWords.names] ?? name;

export const count = (value: number): string => value.toLocaleString(language);

const UNITS = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const;

export function sizeText(bytes: number): string {
  const power = Math.min(UNITS.length - 1, bytes < 1 ? 0 : Math.floor(Math.log(bytes) / Math.log(1000)));
  const unit = UNITS[power] as string;
  return (bytes / 1000 ** power).toLocaleString(language, { style: "unit", unit, maximumFractionDigits: power > 1 ? 1 : 0 });
}

export const secondsText = (seconds: number): string =>
  seconds.toLocaleString(language, { style: "unit", unit: "second", maximumFractionDigits: 1 });
