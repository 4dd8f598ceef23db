// Whether other programs take the archives: skopeo reads both forms, podman loads, umoci unpacks.
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Attempt } from "./attempt.ts";
import { outcomeOf } from "./container.ts";

export interface ArchiveFile {
  name: string;
  version: string;
  file: string;
}

const FACTS = "{{.Architecture}}, user {{.Config.User}}, stop by {{.Config.StopSignal}}, health by {{.HealthCheck}}";
const ENVIRONMENT = { PATH: "/usr/local/bin:/usr/bin:/bin" };

export function archiveAttempts(archives: readonly ArchiveFile[], scratch: string): Attempt[] {
  return archives.flatMap((archive) => [
    ...["amd64", "arm64"].map((architecture) => inspect(archive, architecture)),
    inspectDocker(archive),
    load(archive),
    unpack(archive, scratch),
  ]);
}

function inspect({ name, file }: ArchiveFile, architecture: string): Attempt {
  return attempt(`skopeo reads ${name} as an archive of OCI, for ${architecture}`, "skopeo", async () => {
    const config = await outputOf("skopeo", [
      "--override-arch",
      architecture,
      "inspect",
      "--config",
      "--raw",
      `oci-archive:${file}`,
    ]);
    const image = JSON.parse(config) as { architecture: string; config: { User: string; StopSignal: string } };
    if (image.architecture !== architecture) throw new Error(`it is for ${image.architecture}`);
    return `user ${image.config.User}, ${image.config.StopSignal}`;
  });
}

function inspectDocker({ name, version, file }: ArchiveFile): Attempt {
  return attempt(`skopeo reads ${name} as an archive of Docker`, "skopeo", async () => {
    const architectures = [];
    for (const tag of [version, `${version}-arm64`]) {
      const config = await outputOf("skopeo", ["inspect", "--config", "--raw", `docker-archive:${file}:${name}:${tag}`]);
      const image = JSON.parse(config) as { architecture: string; config: { Healthcheck?: { Test: string[] } } };
      architectures.push(`${tag} is ${image.architecture}, health by ${image.config.Healthcheck?.Test.slice(1).join(" ")}`);
    }
    return architectures.join("; ");
  });
}

/** In a storage of its own, which nothing else on this machine sees. */
function load({ name, version, file }: ArchiveFile): Attempt {
  return attempt(`podman load takes ${name}`, "podman", async () => {
    // Podman takes no long paths here.
    const storage = await mkdtemp(join(tmpdir(), "cofre-"));
    const options = ["--root", join(storage, "root"), "--runroot", join(storage, "run"), "--storage-driver", "vfs"];
    try {
      const loaded = await outputOf("podman", [...options, "load", "--quiet", "--input", file]);
      const facts = await outputOf("podman", [...options, "image", "inspect", "--format", FACTS, `${name}:${version}`]);
      return `${loaded.replaceAll("\n", " ")}: ${facts}`;
    } finally {
      await rm(storage, { recursive: true, force: true });
    }
  });
}

function unpack({ name, file }: ArchiveFile, scratch: string): Attempt {
  return attempt(`umoci unpacks ${name}`, "umoci", async () => {
    const layout = join(scratch, `layout-${name}`);
    await mkdir(layout);
    await outputOf("skopeo", ["copy", "--quiet", `oci-archive:${file}`, `oci:${layout}:it`]);
    await outputOf("umoci", ["unpack", "--rootless", "--image", `${layout}:it`, join(scratch, `unpacked-${name}`)]);
    return "";
  });
}

function attempt(what: string, program: string, work: () => Promise<string>): Attempt {
  return {
    what,
    needsRuntime: false,
    async work() {
      const { code } = await outcomeOf(program, ["--version"], ENVIRONMENT);
      return code === 0 ? work() : { notRun: `${program} is not installed` };
    },
  };
}

async function outputOf(file: string, args: string[]): Promise<string> {
  const { code, output } = await outcomeOf(file, args, ENVIRONMENT);
  if (code !== 0) throw new Error(`${file} ended with ${code}: ${output}`);
  return output;
}
