// Test support: what the model expects of categories.
import assert from "node:assert/strict";
import type { Category, Model } from "./model.ts";
import type { Operations } from "./operations.ts";
import { bodyOf, type Planner, refusalOf } from "./plan.ts";
import { isUnder, replaceCategory } from "./splits.ts";
import { categoryOf, pick } from "./state.ts";

export const createCategory: Planner<Operations["create category"]> = (model, { kind, parent: choice, icon }) => {
  const parentId = choice === undefined ? null : pick(model, "category", choice);
  const parent = categoryOf(model, parentId ?? undefined);
  const ownKind = kind ?? parent?.kind ?? "expenses";
  const name = `category ${model.now}`;
  let created: Category;
  return {
    method: "POST",
    path: "/categories",
    body: bodyOf({ name, kind, parent_id: parentId, icon }),
    refusal: refusalOf({
      parent_id: parentId !== null && !mayBeParent(parent, { kind: ownKind, hasChildren: false }),
      icon: !isIcon(icon),
    }),
    commit: (answer) => {
      const { id, color, uuid } = answer as unknown as { id: number; color: string; uuid: string };
      assert.match(`${color} ${uuid}`, /^[0-9a-f]{6} [0-9a-f]{40}$/);
      created = {
        id,
        name,
        color,
        icon: icon ?? SUGGESTED_ICON,
        parent_id: parentId,
        group_id: "default",
        fixed: false,
        essential: false,
        default: false,
        archived: false,
        uuid,
        kind: ownKind,
        created_at: model.now,
        updated_at: model.now,
      };
      model.categories.push(created);
      if (icon) model.chosenIcons.push(id);
    },
    expected: () => created,
  };
};

/** What no name that the model gives has a better one for. */
const SUGGESTED_ICON = "tag";
const isIcon = (icon: string | null | undefined) => icon !== "no icon";

/** An open root of the same kind, for one that is no parent itself. */
function mayBeParent(parent: Category | undefined, child: { id?: number; kind: string; hasChildren: boolean }): boolean {
  if (!parent || parent.id === child.id || parent.parent_id !== null || child.hasChildren) return false;
  return parent.kind === child.kind && parent.kind !== "none" && !parent.archived;
}

export const changeCategory: Planner<Operations["change category"]> = (model, operation) => {
  const { kind, archived, parent: choice, icon } = operation;
  const id = pick(model, "category", operation.category);
  const category = categoryOf(model, id);
  const parentId = choice === undefined || choice === null ? choice : pick(model, "category", choice);
  const plan = {
    method: "PUT",
    path: `/categories/${id}`,
    body: bodyOf({ kind, archived, parent_id: parentId, icon, name: `changed ${model.now}` }),
  } as const;
  if (!category) return { ...plan, refusal: "unknown" };
  const after = { kind: kind ?? category.kind, parent_id: parentId === undefined ? category.parent_id : parentId };
  const hasChildren = model.categories.some(({ parent_id: parent }) => parent === id);
  const changesKind = after.kind !== category.kind;
  const isFixedKind = category.kind === "none" || category.default || hasChildren || isBooked(model, id);
  const changesParent = after.parent_id !== null && (changesKind || after.parent_id !== category.parent_id);
  const parent = categoryOf(model, after.parent_id ?? undefined);
  return {
    ...plan,
    refusal: refusalOf({
      kind: changesKind && isFixedKind,
      parent_id: changesParent && !mayBeParent(parent, { id, kind: after.kind, hasChildren }),
      icon: !isIcon(icon),
      archived: archived === true && !category.archived && (category.default || category.kind === "none"),
    }),
    commit: () => {
      // The suggested icon is no choice where nothing was chosen, as it comes back with an answer.
      const wasChosen = model.chosenIcons.includes(id);
      const isChosen = icon === undefined ? wasChosen : icon !== null && (wasChosen || icon !== SUGGESTED_ICON);
      model.chosenIcons = model.chosenIcons.filter((each) => each !== id).concat(isChosen ? id : []);
      Object.assign(category, after, {
        archived: archived ?? category.archived,
        icon: isChosen ? (icon ?? category.icon) : SUGGESTED_ICON,
        name: `changed ${model.now}`,
        updated_at: model.now,
      });
    },
    expected: () => category,
  };
};

function isBooked(model: Model, id: number): boolean {
  return [...model.rows, ...model.series.map(({ content }) => content)].some((each) => isUnder(each, id));
}

/** What was booked under it is booked under another. */
export const deleteCategory: Planner<Operations["delete category"]> = (model, operation) => {
  const id = pick(model, "category", operation.category);
  const category = categoryOf(model, id);
  const requested = operation.replacement === undefined ? undefined : pick(model, "category", operation.replacement);
  const replacement = categoryOf(model, requested);
  const plan = { method: "DELETE", path: `/categories/${id}`, body: bodyOf({ replacement_id: requested }) } as const;
  if (!category) return { ...plan, refusal: "unknown" };
  if (category.default || category.kind === "none") return { ...plan, refusal: ["base"] };
  const fits =
    replacement &&
    replacement.id !== id &&
    replacement.parent_id !== id &&
    replacement.kind === category.kind &&
    !replacement.archived;
  const view = { ...category };
  return {
    ...plan,
    refusal: refusalOf({ replacement_id: requested !== undefined && !fits }),
    commit: () => {
      const ownDefault = model.categories.find((each) => each.default && each.kind === category.kind) as Category;
      const heir = (replacement ?? ownDefault).id;
      for (const row of model.rows.filter((each) => isUnder(each, id))) {
        replaceCategory(row, id, heir);
        row.updatedAt = model.now;
      }
      for (const { content } of model.series) replaceCategory(content, id, heir);
      model.budgets = model.budgets.filter(({ categoryId }) => categoryId !== id);
      model.categories = model.categories.filter((each) => each !== category);
      for (const child of model.categories.filter(({ parent_id: parent }) => parent === id))
        Object.assign(child, { parent_id: null, updated_at: model.now });
      model.gone.category = id;
    },
    expected: () => view,
  };
};

export const listCategories: Planner<Operations["list categories"]> = (model) => ({
  method: "GET",
  path: "/categories",
  expected: () => model.categories,
});
