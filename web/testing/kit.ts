// npm run kit: a page with every part of the app in every state. The page is built anew each time it is opened.
import { parseArgs } from "node:util";
import { serveKit } from "./kit_server.ts";

const HELP = `npm run kit [-- --port <number>]

Shows every part of the app in every state at /kit, on this machine only. Reload to see a change.`;

const { values } = parseArgs({ options: { port: { type: "string", default: "4180" }, help: { type: "boolean" } } });
if (values.help) process.stdout.write(`${HELP}\n`);
else process.stdout.write(`The kit is at ${(await serveKit(Number(values.port))).url}\n`);
