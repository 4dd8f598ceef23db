// Where a reader of the feed is: behind a post, or within one that has more entries than a page. Readers keep it as a text.

export interface Cursor {
  version: number;
  /** The last entry of the post that was read. */
  n: number;
}

/** Before all that was ever written. */
export const START: Cursor = { version: 0, n: 0 };

/** Behind the whole post. */
const LAST = 2_147_483_647;
const SHAPE = /^(\d{1,15})(?:\.(\d{1,9}))?$/;

export const behind = (version: number): Cursor => ({ version, n: LAST });

export function readCursor(text: string): Cursor | undefined {
  const [, version, n] = SHAPE.exec(text) ?? [];
  return version === undefined ? undefined : { version: Number(version), n: n === undefined ? LAST : Number(n) };
}

export function cursorText({ version, n }: Cursor): string {
  return n === LAST ? String(version) : `${version}.${n}`;
}
