// A request that succeeds, and what is made for it beforehand.
import type { Pair } from "../pair.ts";

/** What a request holds that succeeds, as long as nobody has used up or taken away what it is about. */
export interface Recipe {
  /** The parts of the path, by their names. */
  params?: Readonly<Record<string, string | number>>;
  query?: Readonly<Record<string, string>>;
  body?: unknown;
  /** Whose credentials it takes, where those of others do not do; a name given to `Stock.caller`. */
  caller?: string;
}

/** By service and route: `auth POST /oauth/token`. */
export type Recipes = Readonly<Record<string, readonly Recipe[]>>;

/** What is being made for the next requests. */
export interface Stock {
  pair: Pair;
  add(route: string, ...recipes: Recipe[]): void;
  /** Returns the name. */
  caller(name: string, headers: { authorization: string }): string;
}
