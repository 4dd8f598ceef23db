// Counts calls that set TCP_NODELAY, because its state cannot be read from an open connection.
import { createServer, type Server } from "node:net";
import type { TestContext } from "node:test";

interface Handle {
  setNoDelay(on: boolean): number;
}

/** Of this process, on either side of a connection, from now on. */
export async function countNoDelay(test: TestContext): Promise<() => number> {
  const server: Server & { _handle?: Handle } = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const calls = test.mock.method(Object.getPrototypeOf(server._handle) as Handle, "setNoDelay");
  await new Promise((resolve) => server.close(resolve));
  return () => calls.mock.calls.filter(({ arguments: [on] }) => on).length;
}
