// Days between moments, for rules.

const DAY_MS = 86_400_000;

export const daysBetween = (from: Date, to: Date): number => Math.floor((to.getTime() - from.getTime()) / DAY_MS);

export const daysBefore = (at: Date, days: number): Date => new Date(at.getTime() - days * DAY_MS);
