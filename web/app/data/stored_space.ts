// The space that was open last in this browser: a new tab opens it and shows its name before finance has replied.
import { readLocal, storeLocal } from "../local_storage.ts";

const ID = "cofre-space";
const SUMMARY = "cofre-space-shown";

export interface OpenSpace {
  /** Empty until it is loaded. */
  name: string;
  isOwn: boolean;
  /** Whether the user has more than one space. */
  hasOthers: boolean;
}

export const readSpaceId = () => readLocal(ID);
export const storeSpaceId = (id: string) => storeLocal(ID, id);

export function readOpenSpace(spaceId: string): OpenSpace {
  const isOwn = spaceId === "";
  const [id, hasOthers, ...name] = readLocal(SUMMARY).split(" ");
  return id === spaceId
    ? { name: name.join(" "), isOwn, hasOthers: hasOthers === "true" }
    : { name: "", isOwn, hasOthers: !isOwn };
}

/** As `<id> <hasOthers> <name>`. */
export const storeOpenSpace = (id: string, { hasOthers, name }: OpenSpace) => storeLocal(SUMMARY, `${id} ${hasOthers} ${name}`);
