// The Kubernetes manifests: what the product takes, and that the names in them lead to each other. No cluster reads them here.
import assert from "node:assert/strict";
import { test } from "node:test";
import { VERSION } from "../../kernel/process/version.ts";
import { faultsOf, listeningOf, SERVICES, type ServiceName } from "./accepted.ts";
import { readKubernetes, type Variables } from "./files.ts";

interface Probe {
  httpGet: { path: string; port: string; scheme: string };
}

interface Container {
  image: string;
  args: string[];
  ports?: { name: string; containerPort: number }[];
  envFrom?: { configMapRef: { name: string } }[];
  env: { name: string; value?: string; valueFrom?: { secretKeyRef: { name: string; key: string } } }[];
  startupProbe?: Probe;
  livenessProbe?: Probe;
  readinessProbe?: Probe;
  lifecycle?: { preStop: { sleep: { seconds: number } } };
  resources: { requests: Variables; limits: Variables };
  securityContext: object;
  volumeMounts: { name: string; mountPath: string }[];
}

interface Pod {
  metadata: { labels: Variables };
  spec: {
    automountServiceAccountToken: boolean;
    enableServiceLinks: boolean;
    terminationGracePeriodSeconds?: number;
    securityContext: { runAsNonRoot: boolean; runAsUser: number; seccompProfile: { type: string } };
    containers: [Container];
    volumes: { name: string; secret?: { secretName: string; items: { key: string; path: string }[] } }[];
  };
}

interface Manifest {
  kind: string;
  metadata: { name: string; namespace?: string };
  data?: Variables;
  stringData?: Variables;
  spec: {
    replicas?: number;
    template: Pod;
    selector: Variables & { matchLabels?: Variables };
    podSelector: { matchLabels: Variables };
    ports?: { port: number; targetPort: string }[];
    ingress: { from: { podSelector?: { matchLabels: Variables } }[]; ports: { port: number }[] }[];
    rules: { http: { paths: { backend: { service: { name: string; port: { name: string } } } }[] } }[];
    tls: unknown[];
    minAvailable?: number;
  };
}

const manifests = readKubernetes<Manifest>();
const all = (kind: string) => manifests.filter((each) => each.kind === kind);
const one = (kind: string, name: string) => {
  const named = all(kind).filter(({ metadata }) => metadata.name === name);
  assert.equal(named.length, 1, `${kind} ${name}`);
  return named[0] as Manifest;
};
const podOf = (kind: string, name: string) => one(kind, name).spec.template;
const pods = [
  ...SERVICES.map((name) => [name, podOf("Deployment", name)] as const),
  ["migrate", podOf("Job", "migrate")] as const,
];

/** What the container gets, of ConfigMaps, the Secret's template, and its own list. */
function environmentOf({ envFrom = [], env }: Container): Variables {
  const maps = envFrom.map(({ configMapRef }) => one("ConfigMap", configMapRef.name).data ?? {});
  const own = env.map(({ name, value, valueFrom }): Variables => {
    const secret = valueFrom && one("Secret", valueFrom.secretKeyRef.name).stringData?.[valueFrom.secretKeyRef.key];
    assert.notEqual(value ?? secret, undefined, name);
    return { [name]: (value ?? secret) as string };
  });
  return Object.assign({}, ...maps, ...own);
}

/** Longer than a placeholder has to be. */
const filled = (environment: Variables): Variables =>
  Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [name, value.startsWith("of cofre") ? value.repeat(2) : value]),
  );

for (const service of SERVICES)
  test(`${service}: the product accepts its environment, and probes, Service and budget name what it listens on`, () => {
    const { spec } = one("Deployment", service);
    const [container] = spec.template.spec.containers;
    const environment = filled(environmentOf(container));
    assert.deepEqual(faultsOf(service, environment), []);
    assert.deepEqual([spec.replicas, container.args], [2, [service]]);
    const { port, scheme } = listeningOf(service, environment);
    assert.deepEqual(container.ports, [{ name: service, containerPort: port }]);
    const asks = (path: string) => ({ path, port: service, scheme: scheme.toUpperCase() });
    assert.deepEqual(container.startupProbe?.httpGet, asks("/health"));
    assert.deepEqual(container.livenessProbe?.httpGet, asks("/health"));
    assert.deepEqual(container.readinessProbe?.httpGet, asks("/ready"));
    const { labels } = spec.template.metadata;
    assert.deepEqual(spec.selector.matchLabels, labels);
    const { selector, ports = [] } = one("Service", service).spec;
    assert.deepEqual([selector, ports[0]?.port, ports[0]?.targetPort], [labels, port, service]);
    const budget = one("PodDisruptionBudget", service).spec;
    assert.deepEqual([budget.selector.matchLabels, budget.minAvailable], [labels, 1]);
    const policy = one("NetworkPolicy", service).spec;
    assert.deepEqual([policy.podSelector.matchLabels, policy.ingress[0]?.ports], [labels, [{ port }]]);
    assertTime(spec.template.spec.terminationGracePeriodSeconds, container);
  });

/** The pause, and the longest time in which a process ends. */
function assertTime(graceSeconds = 0, { lifecycle }: Container) {
  assert.ok(graceSeconds >= (lifecycle?.preStop.sleep.seconds ?? 0) + 20);
}

test("every pod is closed: no root, nothing written but a folder in memory, no capabilities, no token, no variables of Services", () => {
  for (const [name, { spec }] of pods) {
    const [container] = spec.containers;
    assert.equal(container.image, `cofre-services:${VERSION}`, name);
    assert.deepEqual([spec.automountServiceAccountToken, spec.enableServiceLinks], [false, false], name);
    const { runAsNonRoot, runAsUser, seccompProfile } = spec.securityContext;
    assert.deepEqual([runAsNonRoot, runAsUser, seccompProfile.type], [true, 65532, "RuntimeDefault"], name);
    const closed = { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ["ALL"] } };
    assert.deepEqual(container.securityContext, closed, name);
    assert.ok(container.resources.requests.memory && container.resources.limits.memory, name);
    for (const mount of container.volumeMounts)
      assert.ok(
        spec.volumes.some((volume) => volume.name === mount.name),
        mount.name,
      );
  }
});

test("files that variables name are mounted from keys of a Secret", () => {
  const template = one("Secret", "finance-tls").stringData ?? {};
  for (const service of ["finance", "web"] as const) {
    const { containers, volumes } = podOf("Deployment", service).spec;
    const named = Object.values(environmentOf(containers[0])).filter((value) => value.startsWith("/tls/"));
    const secret = volumes.find(({ name }) => name === "tls")?.secret;
    assert.equal(secret?.secretName, "finance-tls");
    assert.deepEqual(
      secret?.items.map(({ path }) => `/tls/${path}`),
      named,
    );
    for (const { key } of secret?.items ?? []) assert.ok(key in template, key);
  }
});

test("addresses within the cluster, policies and ingresses name Services that are there", () => {
  for (const { data = {} } of all("ConfigMap"))
    for (const value of Object.values(data)) {
      const [, name, port] = /^https?:\/\/(\w+)\.cofre\.svc:(\d+)/.exec(value) ?? [];
      if (name) assert.equal(String(one("Service", name).spec.ports?.[0]?.port), port, value);
    }
  const backends = all("Ingress").flatMap(({ spec }) =>
    spec.rules.flatMap(({ http }) => http.paths.map((path) => path.backend.service)),
  );
  assert.deepEqual(backends.map(({ name }) => name).toSorted(), [...SERVICES].toSorted());
  for (const { name, port } of backends) assert.equal(port.name, name);
  const mayReach = (service: ServiceName) =>
    one("NetworkPolicy", service).spec.ingress[0]?.from.flatMap(({ podSelector }) => podSelector?.matchLabels.app ?? []);
  assert.deepEqual(SERVICES.map(mayReach), [["finance", "web"], ["web"], []]);
});

test("everything is in the namespace, and the migration uses the database of the services", () => {
  for (const { kind, metadata } of manifests)
    assert.equal(metadata.namespace, kind === "Namespace" ? undefined : "cofre", metadata.name);
  const { containers } = podOf("Job", "migrate").spec;
  assert.deepEqual(containers[0].args, ["migrate"]);
  const url = environmentOf(containers[0]).DATABASE_URL;
  assert.equal(url, environmentOf(podOf("Deployment", "auth").spec.containers[0]).AUTHSVC_DB_DATABASE_URL);
});
