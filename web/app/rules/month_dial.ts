// The dial of the hosted pages: a ring with one mark a day of the month, lit up to today. The service draws it; the script corrects the day.

export interface MonthDay {
  day: number;
  days: number;
}

/** By the parts of a calendar day; `month` counts from 1. */
export function monthDayOf(year: number, month: number, day: number): MonthDay {
  return { day, days: new Date(Date.UTC(year, month, 0)).getUTCDate() };
}

/** Of the length of a mark and its gap. */
const MARK = 0.7;

/** Lengths of dashes and gaps along a circle whose length is the number of days: marks of all days, of those up to today, of today. */
export function dialDashes({ day, days }: MonthDay): { all: string; lit: string; today: string } {
  const gap = round(1 - MARK);
  return {
    all: `${MARK} ${gap}`,
    lit: [...Array<string>(day - 1).fill(`${MARK} ${gap}`), `${MARK} ${round(days - day + 1 - MARK)}`].join(" "),
    today: `0 ${day - 1} ${MARK} ${round(days - day + 1 - MARK)}`,
  };
}

const round = (length: number) => Number(length.toFixed(2));
