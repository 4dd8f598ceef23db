// esbuild, for what is made from the sources at a start. Its own process ends with the last build: a service would keep it for good.
import type { BuildOptions, BuildResult } from "esbuild";

let underWay = 0;

export async function bundle(options: BuildOptions): Promise<BuildResult<{ metafile: true }>> {
  // Loaded only here: most starts find what they need.
  const { build, stop } = await import("esbuild");
  underWay++;
  try {
    return await build({ ...options, metafile: true, logLevel: "silent" });
  } finally {
    if (--underWay === 0) await stop();
  }
}
