// Counts round trips to the database.
import type { Database } from "../sql/database.ts";

/** Statements that are sent within one turn of the event loop travel together and count as one round trip. */
export async function countTrips(db: Database, work: () => Promise<unknown>): Promise<number> {
  const { observer } = db;
  let trips = 0;
  let isUnderWay = false;
  db.observer = () => {
    if (isUnderWay) return;
    trips++;
    isUnderWay = true;
    setImmediate(() => {
      isUnderWay = false;
    });
  };
  try {
    await work();
  } finally {
    db.observer = observer;
  }
  return trips;
}
