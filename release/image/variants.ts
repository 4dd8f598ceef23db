// The two images: with PostgreSQL for one machine, and the services alone for many.
import { type Dependency, readLock } from "../package/external_dependencies.ts";
import type { PackageTree } from "../package/package_tree.ts";
import type { Release } from "../step.ts";
import { ACCOUNT, HOME } from "./base.ts";
import { type Layer, layerOf } from "./layer.ts";
import { APP } from "./layers.ts";
import { isPostgres, type Platform } from "./platform.ts";
import { sbomOf } from "./sbom.ts";
import { file } from "./tree.ts";

export interface Variant {
  name: string;
  description: string;
  mostBytes: number;
  listParts(platform: Platform, app: PackageTree, release: { version: string; created: string }): string;
  /** `partsList` is the SBOM, which lies in the image too. */
  layers(platform: Platform, partsList: string): Promise<Layer[]>;
  /** How it runs, as the image configuration says it. */
  run(labels: Record<string, string>): Record<string, unknown>;
}

const SECONDS = 1_000_000_000;

const ENVIRONMENT = [
  `PATH=/${APP}/bin:/usr/bin`,
  `COFRE_HOME=/${HOME}`,
  // Libraries ask for it, and an account without a name has none.
  `HOME=/${HOME}`,
  // Authorities that an operator adds by a file of their own count beside those of Node.
  "NODE_USE_SYSTEM_CA=1",
  "SSL_CERT_FILE=/etc/ssl/certs/ca-certificates.crt",
];

const ALL_IN_ONE = variant({
  name: "cofre",
  description: "Sign-in and personal finance: auth, finance and web in one process, with a PostgreSQL of its own.",
  mostBytes: 120_000_000,
  isIn: () => true,
  run: {
    // A container's own loopback is reached by nobody: the ports that the operator publishes decide who gets in.
    Cmd: ["start", "--host", "0.0.0.0"],
    ExposedPorts: { "8080/tcp": {}, "8081/tcp": {}, "8082/tcp": {} },
    Volumes: { [`/${HOME}`]: {} },
  },
});

const SERVICES = variant({
  name: "cofre-services",
  description: "The services of Cofre, each alone, for a PostgreSQL elsewhere. Takes the place of Supabase's auth image.",
  mostBytes: 75_000_000,
  isIn: (dependency) => !isPostgres(dependency),
  run: { Cmd: ["auth"], Env: [...ENVIRONMENT, "NODE_OPTIONS=--max-semi-space-size=12"] },
});

export const VARIANTS: readonly Variant[] = [ALL_IN_ONE, SERVICES];

export const imageFile = ({ name }: Pick<Variant, "name">, { label }: Pick<Release, "label">) => `${name}-${label}-image.tar`;

interface Facts extends Pick<Variant, "name" | "description" | "mostBytes"> {
  isIn(dependency: Dependency): boolean;
  run: Record<string, unknown>;
}

function variant({ name, description, mostBytes, isIn, run }: Facts): Variant {
  return {
    name,
    description,
    mostBytes,
    listParts: (platform, { libraries }, release) =>
      sbomOf({ ...platform, ...release, name, libraries, dependencies: platform.dependencies.filter(isIn), lock: readLock() }),
    async layers({ layers: { base, node, app, postgres }, dependencies }, partsList) {
      const list = await layerOf("Parts list", new Map([[`${APP}/sbom.cdx.json`, file(partsList)]]));
      return [base, node, ...(dependencies.every(isIn) ? [postgres] : []), app, list];
    },
    run: (labels) => ({ ...COMMON, ...run, Labels: labels }),
  };
}

const COMMON = {
  User: String(ACCOUNT.uid),
  Env: ENVIRONMENT,
  Entrypoint: ["cofre"],
  WorkingDir: `/${HOME}`,
  StopSignal: "SIGTERM",
  Healthcheck: {
    Test: ["CMD", "cofre", "health"],
    Interval: 30 * SECONDS,
    Timeout: 10 * SECONDS,
    StartPeriod: 60 * SECONDS,
    Retries: 3,
  },
};
