// How long a try is good for: from the button to the last look at what came of it.

export const TRY_MINUTES = 10;

const TRY_MS = TRY_MINUTES * 60_000;

export const triesAfter = (now: Date): Date => new Date(now.getTime() - TRY_MS);

export const endOfTry = (createdAt: Date): Date => new Date(createdAt.getTime() + TRY_MS);
