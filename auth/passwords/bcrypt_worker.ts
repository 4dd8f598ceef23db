// The thread in which bcrypt runs: it is plain JavaScript, and would hold up every request for the time of a hash.
import { parentPort } from "node:worker_threads";
import bcrypt from "bcryptjs";

export interface BcryptTask {
  password: string;
  settings: string;
}

parentPort?.on("message", ({ password, settings }: BcryptTask) => {
  parentPort?.postMessage(bcrypt.hashSync(password, settings).slice(settings.length));
});
