// The thread that readInWorker starts: reads its file and sends it in pieces.
import { parentPort, workerData } from "node:worker_threads";
import type { ReadOptions } from "./file.ts";
import { readFile } from "./read_file.ts";
import type { Piece } from "./read_in_worker.ts";

/** Few enough that the other side takes a piece over in some milliseconds. */
const LINES = 1_000;

const { bytes, options } = workerData as { bytes: Uint8Array; options: ReadOptions };
const send = (piece: Piece) => parentPort?.postMessage(piece);

const file = readFile(bytes, options);
send({ file: { ...file, problems: [], statements: file.statements.map((statement) => ({ ...statement, lines: [] })) } });
for (const [index, { lines }] of file.statements.entries())
  for (let at = 0; at < lines.length; at += LINES) send({ statement: index, lines: lines.slice(at, at + LINES) });
for (let at = 0; at < file.problems.length; at += LINES) send({ problems: file.problems.slice(at, at + LINES) });
send({ isDone: true });
