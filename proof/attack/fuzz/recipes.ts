// Requests that chance does not come to: what they need was made for them, and much of it is good once. They are mutated like all others.

import type { Pair } from "../pair.ts";
import { stockAuth } from "./recipes_auth.ts";
import { stockFinance } from "./recipes_finance.ts";

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

export interface Stocked {
  recipes: Recipes;
  callers: Readonly<Record<string, string>>;
}

/** Of somebody else's services it is not known what they allow. */
export async function openRecipes(pair: Pair): Promise<Stocked> {
  const recipes: Record<string, Recipe[]> = {};
  const callers: Record<string, string> = {};
  const stock: Stock = {
    pair,
    add(route, ...more) {
      recipes[route] = [...(recipes[route] ?? []), ...more];
    },
    caller(name, { authorization }) {
      callers[name] = authorization;
      return name;
    },
  };
  if (!pair.isForeign) await Promise.all([stockAuth(stock), stockFinance(stock)]);
  return { recipes, callers };
}
