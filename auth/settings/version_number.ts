// The number of a version in a path.
import { fail } from "../errors.ts";

const MOST = 2_147_483_647;

export function readVersionNumber(text: string): number {
  const number = /^[1-9][0-9]{0,9}$/.test(text) ? Number(text) : 0;
  if (number === 0 || number > MOST) throw fail.versionUnknown();
  return number;
}
