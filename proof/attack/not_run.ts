// Skips a case that the target does not allow, such as reading a foreign database.

export class NotRun extends Error {}

export function notRun(why: string): never {
  throw new NotRun(why);
}
