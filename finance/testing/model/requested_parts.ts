// Test support: the parts that an operation asks for.
import type { Model, Part } from "./model.ts";
import { type Split, shareOut } from "./splits.ts";
import { categoryOf, pick } from "./state.ts";

/** Undefined where it would leave a part without a cent. */
export function partsOf(model: Model, split: Split | undefined, cents: number): Part[] | undefined {
  if (!split) return;
  const parts = split.map(({ category, weight }) => ({ categoryId: pick(model, "category", category), cents: weight }));
  const shares = shareOut(cents, parts);
  return shares.some((share) => share === 0) ? undefined : parts.map((part, index) => ({ ...part, cents: shares[index] ?? 0 }));
}

/** The fields of those whose category nobody has. */
export const wrongParts = (model: Model, parts: readonly Part[] = []): Record<string, boolean> =>
  Object.fromEntries(parts.map(({ categoryId }, index) => [`parts.${index}.category_id`, !categoryOf(model, categoryId)]));
