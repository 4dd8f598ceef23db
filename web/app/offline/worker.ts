// Registers the service worker and reports a newer version. It never reloads by itself, because somebody may be typing.
import type { Store } from "../data/store.ts";

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string };
}

const URL_OF_WORKER = "/sw.js";

export async function registerWorker(store: Store): Promise<void> {
  // Asks the browser not to evict entries that wait.
  void navigator.storage?.persist?.();
  if (!("serviceWorker" in navigator)) return;
  const registration = await navigator.serviceWorker.register(trusted(URL_OF_WORKER));
  const offer = (worker: ServiceWorker | null) => {
    // The first worker replaces no version.
    if (!worker || !navigator.serviceWorker.controller) return;
    store.newVersion.value = () => {
      navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
      worker.postMessage("take over");
    };
  };
  const watch = (worker: ServiceWorker | null) =>
    worker?.addEventListener("statechange", () => {
      if (worker.state === "installed") offer(worker);
    });
  offer(registration.waiting);
  watch(registration.installing);
  registration.addEventListener("updatefound", () => watch(registration.installing));
}

/** The page's Trusted Types policy allows this one script address. */
function trusted(url: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  const policy = trustedTypes?.createPolicy("cofre", {
    createScriptURL: (input) => {
      if (input !== URL_OF_WORKER) throw new TypeError(input);
      return input;
    },
  });
  return policy ? policy.createScriptURL(url) : url;
}
