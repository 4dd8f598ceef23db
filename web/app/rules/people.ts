// The people of a space, and who of them wrote a row.
import type { Transaction } from "./records.ts";

export interface Person {
  user_id: number;
  name: string;
}

/** Of a space that more than one person shares. */
export interface People {
  /** The id of whoever is signed in. */
  self: number | undefined;
  all: readonly Person[];
}

export interface Author {
  id: number;
  /** Undefined of somebody who is no longer in the space. */
  name: string | undefined;
  is: "self" | "other" | "gone";
}

/** Undefined where nobody shares the space, or nobody knows. */
export function authorOf(
  people: People | undefined,
  { created_by_id: id }: Pick<Transaction, "created_by_id">,
): Author | undefined {
  return people && typeof id === "number" ? personAs(people, id) : undefined;
}

function personAs({ self, all }: People, id: number): Author {
  const name = all.find(({ user_id: each }) => each === id)?.name;
  return { id, name, is: id === self ? "self" : name === undefined ? "gone" : "other" };
}

/** Whoever is signed in comes first; the chosen one is among them, even if they have left. */
export function peopleToChoose(people: People | undefined, chosen: number | undefined): Author[] {
  const { self, all } = people ?? { self: undefined, all: [] };
  const ids = new Set(all.map(({ user_id: id }) => id));
  const others = [...ids].filter((id) => id !== self);
  const left = chosen === undefined || ids.has(chosen) ? [] : [chosen];
  const ordered = [...(self !== undefined && ids.has(self) ? [self] : []), ...others, ...left];
  return ordered.map((id) => personAs({ self, all }, id));
}
