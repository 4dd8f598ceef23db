// A bound on how long somebody waits for work.
import type { Fault } from "../errors.ts";

/**
 * Gives up on work that takes too long; what it comes to later is nobody's business any more. Fastify has a timeout too, but drops it
 * as soon as the body of the request has been read.
 */
export function inTime<T>(work: Promise<T>, seconds: number, late: () => Fault): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const timer = setTimeout(() => reject(late()), seconds * 1000);
  work.then(
    (value) => {
      clearTimeout(timer);
      resolve(value);
    },
    (error) => {
      clearTimeout(timer);
      reject(error);
    },
  );
  return promise;
}
