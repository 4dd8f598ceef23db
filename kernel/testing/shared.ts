// Test support: a service that all tests of a file share.
import { after, before } from "node:test";

/** Starts before the first test of the file and ends after the last. Until it runs, what is returned is empty. */
export function shared<Service extends AsyncDisposable>(start: () => Promise<Service>): Service {
  const service = {} as Service;
  before(async () => {
    Object.defineProperties(service, Object.getOwnPropertyDescriptors(await start()));
  });
  after(() => service[Symbol.asyncDispose]?.());
  return service;
}
