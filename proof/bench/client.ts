// Requests that prepare a measurement.
import { openLine } from "./http_line.ts";
import { type Ask, type Target, writeRequest } from "./http_text.ts";

/** The answer's body; throws unless it is a success. */
export async function askOnce<Body>(target: Target, ask: Ask): Promise<Body> {
  const { status, body } = await tryOnce(target, ask);
  if (status < 200 || status > 299)
    throw new Error(`${ask.method} ${ask.path} was answered with ${status}: ${body.slice(0, 300)}`);
  return JSON.parse(body || "{}") as Body;
}

export async function tryOnce(target: Target, ask: Ask): Promise<{ status: number; body: string }> {
  const line = openLine(target);
  try {
    return await new Promise((resolve, reject) =>
      line.ask(writeRequest(target, ask), (status, body, failure) =>
        failure ? reject(failure) : resolve({ status, body: body.toString("utf8") }),
      ),
    );
  } finally {
    line.close();
  }
}

const AT_ONCE = 4;

/** Processes a few items at a time, in order. */
export async function forEach<Item, Result>(
  items: readonly Item[],
  work: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = new Array(items.length);
  const left = items.entries();
  const lane = async () => {
    for (const [index, item] of left) results[index] = await work(item, index);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return results;
}
