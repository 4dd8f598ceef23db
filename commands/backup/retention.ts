// Which scheduled backups are kept. Pure.

export interface Keep {
  daily: number;
  weekly: number;
  monthly: number;
}

export interface DatedBackup {
  name: string;
  at: Date;
}

/** The others: of each of the latest days, weeks and months that have a backup, the last one is kept. The newest always is. */
export function superfluous<Each extends DatedBackup>(backups: readonly Each[], { daily, weekly, monthly }: Keep): Each[] {
  const newestFirst = backups.toSorted((one, other) => other.at.getTime() - one.at.getTime());
  const kept = new Set(newestFirst.slice(0, 1));
  for (const [periodOf, most] of [
    [dayOf, daily],
    [weekOf, weekly],
    [monthOf, monthly],
  ] as const) {
    const periods = new Set<string>();
    for (const backup of newestFirst) {
      const period = periodOf(backup.at);
      if (periods.has(period)) continue;
      if (periods.size === most) break;
      periods.add(period);
      kept.add(backup);
    }
  }
  return newestFirst.filter((backup) => !kept.has(backup));
}

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
const monthOf = (at: Date): string => at.toISOString().slice(0, 7);

/** By its Monday. */
function weekOf(at: Date): string {
  const monday = new Date(at);
  monday.setUTCDate(at.getUTCDate() - ((at.getUTCDay() + 6) % 7));
  return dayOf(monday);
}
