// A request that succeeds, with the data that it needs.
import type { Pair } from "../pair.ts";

/** A request that succeeds as long as its data exists. */
export interface Recipe {
  /** Path parameters by name. */
  params?: Readonly<Record<string, string | number>>;
  query?: Readonly<Record<string, string>>;
  body?: unknown;
  /** The caller's name in `Stock.caller`, if others are not authorized. */
  caller?: string;
}

/** By service and route: `auth POST /oauth/token`. */
export type Recipes = Readonly<Record<string, readonly Recipe[]>>;

/** Collects data for the next requests. */
export interface Stock {
  pair: Pair;
  add(route: string, ...recipes: Recipe[]): void;
  /** Returns the name. */
  caller(name: string, headers: { authorization: string }): string;
}
