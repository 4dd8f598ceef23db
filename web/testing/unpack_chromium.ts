// Run by packed_chromium.ts as a process of its own: the package unpacks into the temporary folder, which TMPDIR names there.
import { fileURLToPath } from "node:url";
import packed, { inflate } from "@sparticuz/chromium";

await packed.executablePath();
// The package takes its libraries on one system alone.
await inflate(fileURLToPath(new URL("../bin/al2023.tar.br", import.meta.resolve("@sparticuz/chromium"))));
