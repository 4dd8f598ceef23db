// Runs esbuild at a start. Its child process is stopped after the last build, or it would live as long as the service.
import type { BuildOptions, BuildResult } from "esbuild";

let underWay = 0;

export async function bundle(options: BuildOptions): Promise<BuildResult<{ metafile: true }>> {
  // Loaded on demand: most starts need no build.
  const { build, stop } = await import("esbuild");
  underWay++;
  try {
    return await build({ ...options, metafile: true, logLevel: "silent" });
  } finally {
    if (--underWay === 0) await stop();
  }
}
