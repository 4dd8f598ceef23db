// What categories may be to each other. Two levels: a category with a parent is nobody's parent.
import type { Problem } from "../fields/problems.ts";
import { joinProblems, type Problems, problemIf, problemOf } from "../fields/with_problems.ts";
import type { CategoryKind, CategoryRow } from "./category.ts";

/** What is wrong with a parent; `parent` is undefined where nobody has that id. */
export function parentProblem(
  child: { id: number | null; kind: CategoryKind; hasChildren: boolean },
  parent: CategoryRow | undefined,
): Problem | undefined {
  if (!parent) return { kind: "unknown" };
  if (parent.id === child.id || parent.parent_id !== null || child.hasChildren) return { kind: "invalid" };
  if (parent.kind !== child.kind || parent.kind === "none") return { kind: "invalid" };
  return parent.archived ? { kind: "archived" } : undefined;
}

export interface CategoryContext {
  hasChildren: boolean;
  isBooked: boolean;
  /** Of the parent that the category shall have. */
  parent: CategoryRow | undefined;
}

/** What keeps a category from becoming what is requested. Only what changes is judged, so that a client may send back all that it got. */
export function updateProblems(
  before: CategoryRow,
  after: Pick<CategoryRow, "kind" | "parent_id" | "archived">,
  { hasChildren, isBooked, parent }: CategoryContext,
): Problems {
  const changesKind = after.kind !== before.kind;
  const keepsKind = before.kind === "none" || before.default || hasChildren || isBooked;
  const changesParent = after.parent_id !== null && (changesKind || after.parent_id !== before.parent_id);
  const wrongParent = changesParent ? parentProblem({ id: before.id, kind: after.kind, hasChildren }, parent) : undefined;
  // Rows that name no category must find these open.
  const staysOpen = before.default || before.kind === "none";
  return joinProblems(
    problemIf(changesKind && keepsKind, "kind", { kind: "unchangeable" }),
    problemOf("parent_id", wrongParent),
    problemIf(after.archived && !before.archived && staysOpen, "archived", { kind: "unchangeable" }),
  );
}

/** What keeps a category from taking over from another that is deleted. */
export function replacementProblem(deleted: CategoryRow, replacement: CategoryRow | undefined): Problem | undefined {
  if (!replacement) return { kind: "unknown" };
  if (replacement.id === deleted.id || replacement.parent_id === deleted.id) return { kind: "invalid" };
  if (replacement.kind !== deleted.kind) return { kind: "invalid" };
  return replacement.archived ? { kind: "archived" } : undefined;
}
