// Generates the fuzzer's requests: valid by the endpoint's schemas, then mutated.
import type { Random } from "../../harness/random.ts";
import { type Draft, MUTATIONS } from "./mutations.ts";
import type { Recipe, Recipes } from "./recipe.ts";
import type { FuzzRoute } from "./routes.ts";
import { type Hint, sample } from "./values.ts";

export interface FuzzRequest {
  service: "auth" | "finance";
  /** `PUT /accounts/:id`, the route that it was generated for. */
  route: string;
  /** The caller's name in `callers.ts`. */
  caller: string;
  method: string;
  /** Encoded, including the query. */
  path: string;
  headers: Record<string, string | string[]>;
  body: Buffer | undefined;
  /** Applied mutations; if empty, the request is valid by its schemas. */
  mutations: string[];
}

export interface RequestWorld {
  hint: Hint;
  caller(route: FuzzRoute, random: Random): string;
  recipes: Recipes;
}

/** Mostly one, because a second often hides the effect of the first. */
const MUTATION_COUNTS = [1, 1, 1, 2, 2, 3];
const LEFT_RIGHT = 0.3;
const BY_RECIPE = 0.5;
const RIGHTFUL = 0.75;

export function makeRequest(route: FuzzRoute, random: Random, world: RequestWorld): FuzzRequest {
  const recipe = pickRecipe(route, random, world.recipes);
  const draft = draftOf(route, random, world.hint, recipe);
  const mutations: string[] = [];
  if (random.next() > LEFT_RIGHT) {
    for (let left = random.pick(MUTATION_COUNTS); left > 0; left--) {
      const [name, mutate] = random.pick(MUTATIONS);
      mutate(draft, random);
      mutations.push(name);
    }
  }
  const { service, name } = route;
  const caller = recipe?.caller !== undefined && random.next() < RIGHTFUL ? recipe.caller : world.caller(route, random);
  const query = draft.query.map(([key, value]) => `${key}=${value}`).join("&");
  // Long polling would delay all others.
  const stored = name === "GET /service/user_changes" ? query.replace(/(^|&)wait=[^&]*/gi, "") : query;
  const path = (draft.rawPath ?? `/${draft.parts.join("/")}`) + (stored ? `?${stored}` : "");
  const body = draft.bytes ?? (draft.body === undefined ? undefined : Buffer.from(JSON.stringify(draft.body)));
  return { service, route: name, caller, method: draft.method, path, headers: draft.headers, body, mutations };
}

function pickRecipe({ service, name }: FuzzRoute, random: Random, recipes: Recipes): Recipe | undefined {
  const existing = recipes[`${service} ${name}`];
  return existing && random.next() < BY_RECIPE ? random.pick(existing) : undefined;
}

function draftOf(
  { method, path, query, body, isForm }: FuzzRoute,
  random: Random,
  hint: Hint,
  recipe: Recipe | undefined,
): Draft {
  const parts = path.split("/").slice(1);
  const filled = parts.map((part, at) => {
    if (!part.startsWith(":")) return part;
    const existing = recipe?.params?.[part.slice(1)] ?? hint(`${parts[at - 1]}/${part}`, random);
    return encodeURIComponent(String(existing ?? random.whole(1, 500)).toWellFormed());
  });
  const fields = recipe ? (recipe.query ?? {}) : ((query ? sample(query, random, hint) : {}) as Record<string, unknown>);
  const asText = (value: unknown) => encodeURIComponent(typeof value === "string" ? value.toWellFormed() : JSON.stringify(value));
  const sampled = () => (body && (method !== "DELETE" || random.next() < 0.5) ? sample(body, random, hint) : undefined);
  const value = recipe ? recipe.body : sampled();
  const form =
    isForm &&
    value !== undefined &&
    new URLSearchParams(Object.entries(value as object).map(([name, each]): [string, string] => [name, String(each)]));
  return {
    method,
    parts: filled,
    query: Object.entries(fields).map(([name, each]) => [name, asText(each)]),
    headers: value === undefined ? {} : { "content-type": isForm ? "application/x-www-form-urlencoded" : "application/json" },
    body: value,
    bytes: form ? Buffer.from(form.toString()) : undefined,
    rawPath: undefined,
  };
}
