// The space that was open last in this browser: a new tab opens it and shows its name before finance has replied.

const ID = "cofre-space";
const SUMMARY = "cofre-space-shown";

export interface OpenSpace {
  /** Empty until it is loaded. */
  name: string;
  isOwn: boolean;
  /** Whether the user has more than one space. */
  hasOthers: boolean;
}

export function readSpaceId(): string {
  try {
    return localStorage.getItem(ID) ?? "";
  } catch {
    return "";
  }
}

/** Without storage, the choice lasts for this page only. */
export const storeSpaceId = (id: string) => storeText(ID, id);

export function readOpenSpace(spaceId: string): OpenSpace {
  const isOwn = spaceId === "";
  const unknown = { name: "", isOwn, hasOthers: !isOwn };
  try {
    const { id, ...stored } = JSON.parse(localStorage.getItem(SUMMARY) ?? "{}") as Partial<OpenSpace> & { id?: string };
    return id === spaceId ? { ...unknown, ...stored } : unknown;
  } catch {
    return unknown;
  }
}

export const storeOpenSpace = (id: string, open: OpenSpace) => storeText(SUMMARY, JSON.stringify({ id, ...open }));

function storeText(name: string, text: string): void {
  try {
    localStorage.setItem(name, text);
  } catch {
    // Storage is blocked.
  }
}
