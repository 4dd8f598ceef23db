// Test support: HTTPS in front of a service that speaks HTTP, as a proxy has it.
import { connect } from "node:net";
import { createServer } from "node:tls";
import type { Certificate } from "../../kernel/http/certificate.ts";

export async function startTlsFront(port: number, behind: string, { cert, key }: Certificate): Promise<AsyncDisposable> {
  const server = createServer({ cert, key }, (outside) => {
    const inside = connect(Number(new URL(behind).port), "127.0.0.1");
    outside.pipe(inside).pipe(outside);
    outside.on("error", () => inside.destroy());
    inside.on("error", () => outside.destroy());
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return { [Symbol.asyncDispose]: () => new Promise<void>((resolve) => void server.close(() => resolve())) };
}
