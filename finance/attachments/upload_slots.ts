// How many files are received at once: each takes memory and statements for as long as its client sends.
import type { Slots } from "../endpoint.ts";
import { fail } from "../errors.ts";

const MOST = 16;
const MOST_OF_A_SPACE = 6;
const RETRY_SECONDS = 2;

export function openUploadSlots(): Slots {
  const used = new Map<number, number>();
  let all = 0;
  return {
    take: (spaceId) => {
      const own = used.get(spaceId) ?? 0;
      if (all >= MOST || own >= MOST_OF_A_SPACE) throw fail.uploadsBusy({ headers: { "retry-after": String(RETRY_SECONDS) } });
      all++;
      used.set(spaceId, own + 1);
      return () => {
        all--;
        const left = (used.get(spaceId) as number) - 1;
        if (left === 0) used.delete(spaceId);
        else used.set(spaceId, left);
      };
    },
  };
}
