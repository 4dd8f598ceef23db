// How long a client may take to send a body. Node has one limit for all requests, which is too short for a photo on a slow phone line.
import type { IncomingMessage, Server, ServerResponse } from "node:http";

export interface BodyLimits {
  /** For a whole body; of a slow one for each step. */
  bodyMs: number;
  /** A slow body that brings less in a step is ended. */
  leastBytes: number;
}

const slowly = new WeakMap<IncomingMessage, (longestMs: number) => void>();

/** This body may take so long while it goes on. Only for callers who are known, since each occupies a connection and memory. */
export function allowSlowBody(request: IncomingMessage, longestSeconds: number): void {
  slowly.get(request)?.(longestSeconds * 1000);
}

export function limitBodyTime(server: Server, limits: BodyLimits): void {
  server.on("request", (request, response) => {
    if (hasBody(request)) watch(server, request, response, limits);
  });
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

function watch(server: Server, request: IncomingMessage, response: ServerResponse, { bodyMs, leastBytes }: BodyLimits): void {
  const { socket } = request;
  const end = () => {
    clearInterval(timer);
    if (request.complete) return;
    // A second answer would be read as that of the next request.
    if (response.headersSent) socket.destroy();
    else server.emit("clientError", Object.assign(new Error("the body takes too long"), { code: TOO_LATE }), socket);
  };
  let timer = setInterval(end, bodyMs);
  slowly.set(request, (longestMs) => {
    clearInterval(timer);
    const deadline = performance.now() + longestMs;
    let before = socket.bytesRead;
    timer = setInterval(() => {
      const isStalled = socket.bytesRead - before < leastBytes;
      before = socket.bytesRead;
      if (isStalled || performance.now() > deadline || request.complete) end();
    }, bodyMs);
  });
  request.once("close", () => clearInterval(timer));
  response.once("finish", () => {
    if (request.complete) return;
    // Receives the rest of a refused body, so that the client can use the connection again.
    clearInterval(timer);
    timer = setInterval(end, bodyMs);
    request.resume();
  });
}

const TOO_LATE = "ERR_HTTP_REQUEST_TIMEOUT";
