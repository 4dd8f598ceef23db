// Rules of the repository that a program can check. Each takes the files of the tree and returns a line for every violation.
import { readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path/posix";
import { stateOutsideStore } from "./app_state.ts";
import { circleOffences } from "./circles.ts";
import { longProse, longSentences, recordsWithoutDate } from "./documents.ts";
import { endpointsIn, routesOffences } from "./endpoints.ts";
import { changesElsewhere } from "./entities.ts";
import { areaOf, isCode, isTest, isTestSupport, mostLines, type Rule } from "./files.ts";
import { participleNames } from "./names.ts";
import { writesElsewhere } from "./tables.ts";

const ARCHITECTURE = readFileSync(new URL("../ARCHITECTURE.md", import.meta.url), "utf8");

/** The slices of a service in the order of ARCHITECTURE.md: each imports only those to its left. */
function slicesOf(service: string): string[] {
  const paragraph = ARCHITECTURE.split("\n\n").find((each) => each.startsWith(`Slices of ${service}`)) ?? "";
  return [...paragraph.matchAll(/`(\w+)`/g)].map((match) => match[1] as string);
}

const SLICES: Record<string, readonly string[]> = {
  // The configuration tables are no slice.
  auth: ["config", ...slicesOf("auth")],
  finance: slicesOf("finance"),
  web: slicesOf("web"),
};

/**
 * Which areas an area may import. An area is a folder of the root, of proof, or the browser code; files of the root may import
 * everything.
 */
const AREAS: Record<string, readonly string[]> = {
  kernel: ["kernel"],
  auth: ["auth", "kernel"],
  finance: ["finance", "kernel"],
  web: ["web", "kernel"],
  "web/app": ["web/app"],
  tidy: ["tidy", "finance"],
  docs: ["docs", "bootstrap", "auth", "finance", "web", "kernel"],
  "proof/harness": ["proof/harness", "kernel"],
  "proof/attack": ["proof/attack", "proof/harness", "auth", "finance", "web", "kernel"],
  "proof/faults": ["proof/faults", "proof/harness", "auth", "finance", "kernel"],
  "proof/upgrade": ["proof/upgrade", "proof/harness", "auth", "finance", "kernel"],
  "proof/deploy": ["proof/deploy", "proof/harness", "commands", "auth", "finance", "web", "kernel"],
  "proof/proxies": ["proof/proxies", "proof/harness", "kernel"],
  "proof/clients": ["proof/clients", "proof/harness", "auth", "kernel"],
  "proof/bench": ["proof/bench", "proof/harness", "release", "auth", "finance", "web", "kernel"],
  release: ["release", "bootstrap", "docs", "web", "kernel"],
  bootstrap: ["bootstrap"],
  commands: ["commands", "docs", "auth", "finance", "web", "kernel"],
};

/** Files at a service's root that its slices may import. */
const SHARED = /^(config\w*|errors|endpoint)\.ts$/;

/** cofre.ts and gotrue.ts: the name of the entry, and the files of --config, which come before configuration. */
const READS_ENVIRONMENT =
  /^((kernel\/(config\/config|telemetry\/telemetry)|docs\/generate|cofre|commands\/gotrue)\.ts|(bootstrap(\/\w+)?|release\/image\/inside\/launcher)\.mjs)$/;

/** Other tests wait with `until` of kernel/testing/until.ts, or move their clock. */
const WAITS_FOR_A_REASON: Record<string, string> = {
  "kernel/testing/until.ts": "is how the others wait",
  "kernel/testing/recorded.ts": "a deadline",
  "kernel/testing/client.ts": "a deadline",
  "commands/testing.ts": "a deadline, for a program that hangs",
  "kernel/testing/http_sink.ts": "an answer that comes late",
  "kernel/testing/raw_receiver.ts": "an answer that comes letter by letter",
  "auth/limits/even_time.test.ts": "the time that work takes is what is measured",
  "auth/service/service_user_changes.test.ts": "that nobody asks any more is seen over a while",
  "kernel/http/http.test.ts": "two steps that take too long only together",
  "proof/bench/bench.test.ts": "a server that takes so long",
};

/** node:test requires a default export of a reporter. */
const IS_LOADED_BY_NODE = new Set(["kernel/testing/outcome_reporter.ts"]);

/** Programs that test the services, with test support. The benchmark runs without development packages, but for these files. */
const isProof = (path: string) =>
  /^proof\/(harness|attack|clients|deploy|faults|proxies|upgrade)\/|^proof\/bench\/(adopted_database|pages|scrolls)\.ts$/.test(
    path,
  ) || /^web\/app\/kit\/|^docs\/compatibility\/release_copy\.ts$/.test(path);

/** What single files may import besides. */
const MAY_ALSO: Record<string, string[]> = {
  "docs/generate.ts": ["commands/config_document.ts", "commands/manual.ts"],
  "docs/site/generated/configuration.ts": ["commands/config_document.ts"],
  "commands/testing/program.ts": ["release/package/join.ts"],
};

export const rules: Record<string, Rule> = {
  "areas import only what lies below them": forImports((from, to) => {
    const area = areaOf(from);
    const target = areaOf(to);
    if (MAY_ALSO[from]?.includes(to)) return;
    if (target === "commands" && area !== "commands" && from !== "cofre.ts" && !isTest(from)) return `${to}: only cofre.ts may`;
    if (area === "" || (target === "commands" && isTest(from)) || AREAS[area]?.includes(target)) return;
    // Web uses the app's pure rules too, for browsers without scripts.
    if (area === "web" && to.startsWith("web/app/rules/")) return;
    // A test of one service may start the other.
    if ((isTest(from) || isTestSupport(from)) && isTestSupport(to)) return;
    return AREAS[area] ? `${to}: ${area} may import ${AREAS[area].join(", ")}` : `${to}: add the folder ${area} to tidy/rules.ts`;
  }),

  "no circle of imports": (files) => circleOffences(files, (path) => importsIn(path, files.get(path) ?? "")),

  "test support stays in tests": forImports((from, to) => {
    if (isTestSupport(to) && !isTest(from) && !isTestSupport(from) && !isProof(from)) return `${to}, which is for tests`;
  }),

  "a slice imports only from its left": forImports((from, to) => {
    const order = SLICES[areaOf(from)];
    const slice = sliceOf(from);
    if (!order || slice === undefined || areaOf(to) !== areaOf(from) || isTest(from) || isTestSupport(from)) return;
    if (!order.includes(slice)) return `${to}, and ${slice} is missing in the order of slices in ARCHITECTURE.md`;
    const target = sliceOf(to);
    if (target === undefined) return SHARED.test(basename(to)) ? undefined : `${to}, which no slice may`;
    if (order.indexOf(target) > order.indexOf(slice)) return `${to}: ${target} stands to the right of ${slice}`;
  }),

  "endpoint files are leaves": (files) =>
    forImports((from, to) => {
      if (!endpointsIn(files.get(to) ?? "").length || basename(from) === "routes.ts" || isTest(from)) return;
      return `${to}: only routes.ts may import an endpoint`;
    })(files),

  "libraries stay behind the kernel": forSpecifiers((from, library) => {
    const kernel = areaOf(from) === "kernel";
    if (/^(fastify|@fastify\/.+|@scalar\/.+)$/.test(library) && !kernel) return `${library}: only the kernel may`;
    if (library === "graphile-worker" && from !== "kernel/jobs.ts") return `${library}: only kernel/jobs.ts may`;
    // Test support has a connection that does not keep its process alive.
    const knowsDriver = /^kernel\/(jobs|sql\/(client|connection|query))\.ts$/.test(from) || isTestSupport(from);
    if (library === "pg" && !knowsDriver) return "pg: only kernel/sql and kernel/jobs.ts may";
  }),

  // Browser code, tests and proofs are clients.
  "requests are opened in kernel/outbound": forTexts(
    (path) => isProduct(path) && !path.startsWith("kernel/outbound/"),
    (text) => {
      const opens = /(?<![.\w])fetch\(|\bhttps?\.(request|get)\(/.test(withoutStrings(text));
      const imports = /import[^;]*\b(request|get)\b[^;]*from "node:https?"|from "undici"/.test(text);
      return opens || imports ? ["opens a request"] : [];
    },
  ),

  "statements stand in queries.ts": forTexts(
    (path) => ["auth", "finance"].includes(areaOf(path)) && isCode(path) && !isTest(path) && !isTestSupport(path),
    (text, path) => {
      if (/^queries(_\w+)?\.ts$/.test(basename(path))) return [];
      const statements = [...text.matchAll(/\bsql`(?=([^`]*))/g)].map((match) => match[1] as string);
      return statements.filter((each) => /\b(from|into|update|join)\s+\S/i.test(each)).map((each) => `holds SQL: ${each.trim()}`);
    },
  ),

  "only its owner writes a table": writesElsewhere,

  "entities are changed by their slices": changesElsewhere,

  "only the configuration reads the environment": forTexts(
    (path) => isCode(path) && !isTest(path) && !isTestSupport(path) && !READS_ENVIRONMENT.test(path),
    (text) => {
      const code = withoutComments(text);
      const reads = /\bprocess\??\.env\b|\bprocess\[|import[^;]*\benv\b[^;]*from "(node:)?process"/.test(code);
      return reads ? ["reads the environment"] : [];
    },
  ),

  // Folders in docs/releases are named after versions.
  "files and folders are named in snake_case": forTexts(isSource, (_text, path) => {
    const name = /^([a-z0-9]+(_[a-z0-9]+)*\/)*[a-z0-9]+(_[a-z0-9]+)*(\.test|\.d)?\.\w+$/;
    return name.test(path.replace(/^docs\/releases\/\d+\.\d+\.\d+\//, "")) ? [] : ["is not named in snake_case"];
  }),

  "TypeScript as STYLE.md has it": forTexts(
    (path) => /\.tsx?$/.test(path),
    (text, path) => {
      const code = withoutStrings(text);
      return [
        ...(/^\s*(export\s+)?(declare\s+)?(const\s+)?enum\s+\w/m.test(code) ? ["has an enum"] : []),
        ...(!IS_LOADED_BY_NODE.has(path) && /^export default\b|^export \{[^}]*\bas default\b/m.test(code)
          ? ["has a default export"]
          : []),
        ...(areaOf(path) !== "kernel" && /(:|<|\bas|\||&|,|=)\s*any\b(?!\s*[:(])/.test(code) ? ["has the type any"] : []),
        ...specifiersIn(text)
          .filter((specifier) => specifier.startsWith(".") && !/\.(tsx?|css|mjs)$/.test(specifier))
          .map((specifier) => `imports ${specifier} without .ts`),
      ];
    },
  ),

  "no file is long without a reason": forTexts(
    (path) => mostLines(path) !== undefined,
    (text, path) => {
      const [lines, most] = [text.split("\n").length - 1, mostLines(path) as number];
      return lines > most ? [`has ${lines} lines, more than ${most}`] : [];
    },
  ),

  "a name says what it holds": participleNames,

  "the state of the app is in its store": stateOutsideStore,

  "tests wait for conditions, not for a while": forTexts(
    (path) => (isTest(path) || isTestSupport(path)) && !(path in WAITS_FOR_A_REASON),
    (text) => (/\bsetTimeout\b/.test(withoutStrings(text)) ? ["waits by setTimeout"] : []),
  ),

  "nothing is left for later": forTexts(
    (path) => path !== "package-lock.json",
    (text, path) => [
      ...[...text.matchAll(/\b(TO[D]O|FIX[M]E|X[X]X)\b/g)].map((match) => `says ${match[1]}`),
      ...(isTest(path) && /\.(only|skip)\(|\bonly: true\b/.test(text) ? ["leaves tests out"] : []),
    ],
  ),

  "no file knows one machine": forTexts(
    () => true,
    (text) => [...text.matchAll(/(?:^|[\s"'`(=:,])(\/(?:home|root|work|Users)\/[\w.-]+)/gm)].map((match) => `names ${match[1]}`),
  ),

  "decision records have date and status": recordsWithoutDate,
  "lines of prose have at most 160 characters": longProse,
  "sentences of the site have at most 25 words": longSentences,

  "packages are pinned": (files) => {
    const lock = files.get("package-lock.json") ?? "";
    return [
      ...unpinned(files.get("package.json") ?? "{}").map((name) => `package.json: ${name} has no exact version`),
      ...(/"resolved": "(?!file:)/.test(lock) ? ["package-lock.json: names the host of a registry"] : []),
    ];
  },

  "an endpoint is found by its URL": (files) => [
    ...routesOffences(files, "auth"),
    ...routesOffences(files, "finance"),
    ...routesOffences(files, "web"),
  ],
};

const isProduct = (path: string) =>
  isCode(path) &&
  ["kernel", "auth", "finance", "web", "commands"].includes(areaOf(path)) &&
  !isTest(path) &&
  !isTestSupport(path);

/** The slice of a file: its folder in the service, or the file itself for a slice of one file. */
function sliceOf(path: string): string | undefined {
  const [area = "", second = "", ...rest] = path.split("/");
  if (rest.length > 0) return second;
  const name = second.replace(/\.ts$/, "");
  return SLICES[area]?.includes(name) ? name : undefined;
}

function isSource(path: string): boolean {
  return /\.(tsx?|css|mjs|sql)$/.test(path);
}

function forTexts(applies: (path: string) => boolean, check: (text: string, path: string) => string[]): Rule {
  return (files) =>
    [...files].flatMap(([path, text]) => (applies(path) ? check(text, path).map((why) => `${path}: ${why}`) : []));
}

function forSpecifiers(check: (from: string, specifier: string) => string | undefined): Rule {
  return forTexts(isCode, (text, path) => {
    const reasons = specifiersIn(text).map((specifier) => check(path, specifier));
    return reasons.filter((why) => why !== undefined).map((why) => `imports ${why}`);
  });
}

/** For imports of our own files, by path from the root. */
function forImports(check: (from: string, to: string) => string | undefined): Rule {
  return forSpecifiers((from, specifier) =>
    specifier.startsWith(".") ? check(from, join(dirname(from), specifier)) : undefined,
  );
}

/** Statically imported files; dynamic imports cause no cycle. */
function importsIn(path: string, text: string): string[] {
  if (!isCode(path)) return [];
  const specifiers = text.matchAll(/^(?:import|export)\b[^;"'`]*\bfrom "(\.[^"]+)"|^import "(\.[^"]+)"/gm);
  return [...specifiers].map(([, from, bare]) => join(dirname(path), (from ?? bare) as string));
}

function specifiersIn(text: string): string[] {
  const specifiers = text.matchAll(/^(?:import|export)\b[^;"'`]*\bfrom "([^"]+)"|^import "([^"]+)"|\bimport\("([^"]+)"\)/gm);
  return [...specifiers].map(([, from, bare, called]) => (from ?? bare ?? called) as string);
}

function withoutComments(text: string): string {
  return text.replace(/("(?:\\.|[^"\\\n])*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (_match, quoted) => quoted ?? "");
}

function withoutStrings(text: string): string {
  return text.replace(/"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, '""');
}

function unpinned(manifest: string): string[] {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(manifest) as Record<string, Record<string, string>>;
  const all = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies });
  return all.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)).map(([name]) => name);
}
