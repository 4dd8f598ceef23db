// Test support: how the parts of the walk send requests, and what they share.

type Send = (path: string, body?: object, headers?: Record<string, string>) => Promise<{ id: number } & Record<string, unknown>>;

export type Walker = Record<"get" | "post" | "put" | "delete", Send>;

export interface Accounts {
  open: number;
  other: number;
  archived: number;
}

export interface Categories {
  root: number;
  child: number;
}
