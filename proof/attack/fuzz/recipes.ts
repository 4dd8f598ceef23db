// Requests that random data does not reach, because they need prepared and often one-time data. They are mutated like all others.
import type { Pair } from "../pair.ts";
import type { Recipe, Recipes, Stock } from "./recipe.ts";
import { stockAuth } from "./recipes_auth.ts";
import { stockFinance } from "./recipes_finance.ts";

export interface RecipeBook {
  recipes: Recipes;
  callers: Readonly<Record<string, string>>;
}

/** Foreign services may not allow them. */
export async function openRecipes(pair: Pair): Promise<RecipeBook> {
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
