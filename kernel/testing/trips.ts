// Counts how often a service waits for its database.
import type { Database } from "../sql/database.ts";

/**
 * Round trips that the work makes. Statements that are sent before any answer could have come travel together, and are one: answers come with the
 * next turn of the event loop.
 */
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
