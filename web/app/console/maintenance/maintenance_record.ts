// What auth says of its upkeep, and its texts.
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
