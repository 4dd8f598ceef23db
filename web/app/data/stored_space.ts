// The space that was open last in this browser: a new tab opens it and shows it before finance has replied.
import { readLocal, storeLocal } from "../local_storage.ts";

const ID = "cofre-space";
const VIEW = "cofre-space-view";

export interface OpenSpace {
  /** As people call it; empty until it is loaded. */
  name: string;
  /** Who shares it, as words. */
  people: string;
  /** The number of a chart's colour, and an icon. */
  mark: string;
  /** For each of some people the number of a colour, and initials. */
  circles: string;
}

export const readSpaceId = () => readLocal(ID);
export const storeSpaceId = (id: string) => storeLocal(ID, id);

/** One part a line. */
export function readOpenSpace(spaceId: string): OpenSpace {
  const [id, ...parts] = readLocal(VIEW).split("\n");
  const [name = "", people = "", mark = "", circles = ""] = id === spaceId ? parts : [];
  return { name, people, mark, circles };
}

export const storeOpenSpace = (id: string, { name, people, mark, circles }: OpenSpace) =>
  storeLocal(VIEW, [id, name, people, mark, circles].join("\n"));
