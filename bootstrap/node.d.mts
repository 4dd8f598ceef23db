// What TypeScript uses of node.mjs, which has to run before there is TypeScript.

/** Name, version and npm's integrity checksum, by platform. */
export const nodePackages: Record<string, [name: string, version: string, integrity: string]>;
