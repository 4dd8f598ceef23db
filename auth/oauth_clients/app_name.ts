// What an app may be called. Users decide by the name, so they have to see all of it, in the order in which it is written.

/** Controls, line breaks, marks of direction, and whatever else takes no space. Selectors of how an emoji looks are harmless. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]|(?![\uFE00-\uFE0F])\p{Default_Ignorable_Code_Point}/gu;

/** Undefined for one that everybody reads alike. */
export function nameProblem(name: string): string | undefined {
  if (withoutUnseen(name) !== name) return "has characters that nobody sees, or that change the direction of text";
  return name !== "" && name.trim() === "" ? "has nothing to see" : undefined;
}

export function withoutUnseen(name: string): string {
  return name.replace(UNSEEN, "");
}
