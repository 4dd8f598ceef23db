// A timeout for work.
import type { Fault } from "../errors.ts";

/** Rejects when the work takes too long, and ignores its later result. Fastify's timeout ends once the request body is read. */
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
