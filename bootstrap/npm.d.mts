// What TypeScript uses of npm.mjs, which has to run before there is TypeScript.

/** Installs what a folder's lockfile pins, in a folder of its own below `runtime`, and answers its node_modules. */
export function installLocked(runtime: string, title: string, folder: string): Promise<string>;
