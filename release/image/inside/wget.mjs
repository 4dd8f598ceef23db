#!/app/node/bin/node
// The `wget --spider` that compose files of Supabase check health with. It asks this container alone, and writes no file.
import * as http from "node:http";
import * as https from "node:https";
import { parseArgs } from "node:util";

const USAGE =
  "This wget only checks health: wget [-q] [--tries=N] [--timeout=N] [--no-check-certificate] --spider http://localhost:PORT/health";
/** As wget has them. */
const EXIT = { usage: 2, network: 4, refused: 8 };
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

const options = readOptions(process.argv.slice(2));
if (options === undefined) leave(USAGE, EXIT.usage);
const { url, tries, timeoutSeconds, isQuiet, isChecked } = options;
let problem = { text: "", code: EXIT.network };
for (let attempt = 1; attempt <= tries; attempt++) {
  problem = await ask();
  if (problem === undefined) leave("", 0);
  // Only a connection that failed is worth another attempt.
  if (problem.code !== EXIT.network) break;
}
leave(isQuiet ? "" : `wget: ${problem.text}`, problem.code);

function ask() {
  const { request } = url.protocol === "https:" ? https : http;
  return new Promise((done) => {
    const call = request(url, { method: "GET", agent: false, rejectUnauthorized: isChecked, timeout: timeoutSeconds * 1000 });
    call.on("response", (response) => {
      response.resume();
      const { statusCode = 0 } = response;
      done(
        statusCode >= 200 && statusCode < 300
          ? undefined
          : { text: `server returned error: HTTP ${statusCode}`, code: EXIT.refused },
      );
    });
    call.on("timeout", () => call.destroy(new Error(`no answer in ${timeoutSeconds} s`)));
    call.on("error", (error) => done({ text: `${url.host}: ${error.message || error.code}`, code: EXIT.network }));
    call.end();
  });
}

function readOptions(args) {
  const flag = { type: "boolean", default: false };
  const { values, positionals } = parsed(args, {
    ...{ spider: flag, quiet: { ...flag, short: "q" }, "no-check-certificate": flag, "no-verbose": flag },
    ...{ tries: { type: "string", short: "t", default: "1" }, timeout: { type: "string", short: "T", default: "30" } },
    // `-nv` counts as both.
    ...{ n: { ...flag, short: "n" }, v: { ...flag, short: "v" } },
  });
  const [tries, timeoutSeconds] = [Number(values.tries), Number(values.timeout)];
  const url = URL.parse(positionals.length === 1 ? positionals[0] : "");
  const isOurs = url !== null && /^https?:$/.test(url.protocol) && LOOPBACK.test(url.hostname);
  if (!values.spider || !isOurs || !(tries >= 1 && tries <= 20) || !(timeoutSeconds >= 1)) return undefined;
  return { url, tries, timeoutSeconds, isQuiet: values.quiet, isChecked: !values["no-check-certificate"] };
}

function parsed(args, options) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch {
    return { values: {}, positionals: [] };
  }
}

function leave(text, code) {
  if (text) console.error(text);
  process.exit(code);
}
