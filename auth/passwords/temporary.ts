// A password that an administrator set for a single sign-in. A mark before its hash says so: whatever replaces the password replaces the mark,
// and servers that do not know the mark refuse the password.

const MARK = "temporary";

export const markTemporary = (hash: string): string => `${MARK}${hash}`;

export const isTemporary = (stored: string | null): boolean => stored?.startsWith(`${MARK}$`) ?? false;

export const withoutMark = (stored: string): string => (isTemporary(stored) ? stored.slice(MARK.length) : stored);
