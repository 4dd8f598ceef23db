// A case that the target does not allow, such as looking into somebody else's database, is not run.

/** Thrown by `notRun`: neither good nor bad. */
export class NotRun extends Error {}

/** For what the target does not allow, such as looking into somebody else's database. */
export function notRun(why: string): never {
  throw new NotRun(why);
}
