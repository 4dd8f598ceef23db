// Test support: a client that is gone before it has sent all of its request, or before it is answered.
import { connect } from "node:tls";
import { BASE_PATH } from "../endpoint.ts";
import type { TestFinance, TestMember } from "../testing.ts";

/** Sends the head of a request and some of its body, and goes. */
export async function breakOff(
  { port }: Pick<TestFinance, "port">,
  { authorization }: Pick<TestMember, "authorization">,
  path: string,
  { length, body, key = "cut" }: { length: number; body: string; key?: string },
): Promise<void> {
  const socket = connect({ port, host: "127.0.0.1", rejectUnauthorized: false });
  const head = [`POST ${BASE_PATH}${path} HTTP/1.1`, "host: localhost", "user-agent: test", `authorization: ${authorization}`];
  const more = ["content-type: application/json", `idempotency-key: ${key}`, `content-length: ${length}`, "", body];
  await new Promise<void>((resolve, reject) => {
    socket.once("error", reject);
    socket.write([...head, ...more].join("\r\n"), () => resolve());
  });
  socket.destroy();
}
