import { RefusedFile } from "./refused_file.ts";

export const LIMITS = { bytes: 10 * 2 ** 20, megabytes: 10, side: 30_000, megapixels: 100 } as const;

/** A small file may unpack to an image that fills the memory of whoever opens it. */
export function throwIfTooManyPixels(width: number, height: number): void {
  const { side, megapixels } = LIMITS;
  if (width < 1 || height < 1) throw new RefusedFile({ kind: "fileBroken" });
  if (Math.max(width, height) > side || width * height > megapixels * 1_000_000)
    throw new RefusedFile({ kind: "tooManyPixels", values: { most: megapixels } });
}
