// Requests that chance does not come to: what they need was made for them, and much of it is good once. They are mutated like all others.
import type { Pair } from "../pair.ts";
import type { Recipe, Recipes, Stock } from "./recipe.ts";
import { stockAuth } from "./recipes_auth.ts";
import { stockFinance } from "./recipes_finance.ts";

export interface RecipeBook {
  recipes: Recipes;
  callers: Readonly<Record<string, string>>;
}

/** Of somebody else's services it is not known what they allow. */
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
