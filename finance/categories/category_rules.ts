// What categories may be to each other. Two levels: a category with a parent is nobody's parent.
import type { Problem } from "../fields/problems.ts";
import type { CategoryKind, CategoryRow } from "./category.ts";

type Problems = [field: string, problem: Problem][];

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

export interface Surroundings {
  hasChildren: boolean;
  isBooked: boolean;
  /** Of the parent that the category shall have. */
  parent: CategoryRow | undefined;
}

/** What keeps a category from becoming what is requested. Only what changes is judged, so that a client may send back all that it got. */
export function updateProblems(
  before: CategoryRow,
  after: Pick<CategoryRow, "kind" | "parent_id" | "archived">,
  { hasChildren, isBooked, parent }: Surroundings,
): Problems {
  const problems: Problems = [];
  const changesKind = after.kind !== before.kind;
  if (changesKind && (before.kind === "none" || before.default || hasChildren || isBooked)) {
    problems.push(["kind", { kind: "unchangeable" }]);
  }
  if (after.parent_id !== null && (changesKind || after.parent_id !== before.parent_id)) {
    const problem = parentProblem({ id: before.id, kind: after.kind, hasChildren }, parent);
    if (problem) problems.push(["parent_id", problem]);
  }
  // Rows that name no category must find these open.
  if (after.archived && !before.archived && (before.default || before.kind === "none")) {
    problems.push(["archived", { kind: "unchangeable" }]);
  }
  return problems;
}

/** What keeps a category from taking over from another that is deleted. */
export function replacementProblem(deleted: CategoryRow, replacement: CategoryRow | undefined): Problem | undefined {
  if (!replacement) return { kind: "unknown" };
  if (replacement.id === deleted.id || replacement.parent_id === deleted.id) return { kind: "invalid" };
  if (replacement.kind !== deleted.kind) return { kind: "invalid" };
  return replacement.archived ? { kind: "archived" } : undefined;
}
