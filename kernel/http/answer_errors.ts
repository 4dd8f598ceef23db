// Turns thrown values into answers, for all endpoints.
import { randomUUID } from "node:crypto";
import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { FastifyReply } from "fastify";
import { Fault } from "../errors.ts";
import { DatabaseAway } from "../sql/database.ts";
import type { Request } from "./endpoint.ts";
import { BodyError, MOST_PARTS } from "./request_body.ts";
import type { KernelFailures, Refusals } from "./service.ts";
import { InvalidInput } from "./validate.ts";

export function answerError(service: Refusals, error: unknown, request: Request, reply: FastifyReply): void {
  const fault = service.translate?.(error) ?? asFault(service.fail, error, reply.request?.routeOptions?.bodyLimit ?? 0);
  if (fault.status >= 500) service.log.error({ request_id: request.id, error_code: fault.code, err: error }, "a request failed");
  const { headers, body } = service.render(fault, request);
  reply.code(fault.status).headers({ ...retryAfter(fault.status), ...helpLink(service, fault), ...fault.headers, ...headers });
  if (typeof body === "string") reply.send(body);
  else reply.type("application/json; charset=utf-8").serializer(JSON.stringify).send(body);
}

/** Where the code is explained (RFC 8288). Nothing else of the answer depends on it. */
function helpLink({ errorPages }: Refusals, { code }: Fault): Record<string, string> {
  return errorPages === undefined ? {} : { link: `<${errorPages}/${code}>; rel="help"` };
}

/** Default Retry-After: shorter for an unavailable service than for a slow one. */
export function retryAfter(status: number): Record<string, string> {
  if (status === 503) return { "retry-after": "1" };
  return status === 504 ? { "retry-after": "5" } : {};
}

/** Answers bytes that are no request, or an incomplete one. Without a route, the answer is written by hand. */
export function answerUnreadable(service: Refusals, error: Error & { code?: string }, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
  const status = error.code === "HPE_HEADER_OVERFLOW" ? 431 : error.code === "ERR_HTTP_REQUEST_TIMEOUT" ? 408 : 400;
  const request: Request = { id: randomUUID(), method: "", path: "", ip: "", secure: false, headers: {} };
  const { body } = service.render(service.fail.badRequest({ values: { problem: STATUS_CODES[status] as string } }), request);
  const text = JSON.stringify(body);
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-type: application/json; charset=utf-8\r\n` +
      `content-length: ${Buffer.byteLength(text)}\r\nconnection: close\r\n\r\n${text}`,
  );
}

/** Maps any thrown value to one of the service's errors. Unexpected errors reveal nothing to the caller. */
function asFault(fail: KernelFailures, error: unknown, bodyLimitBytes: number): Fault {
  if (error instanceof Fault) return error;
  if (error instanceof DatabaseAway) return fail.unavailable({ headers: { "retry-after": "1" }, cause: error });
  const tooLarge = () =>
    fail.bodyTooLarge({ values: { kilobytes: bodyLimitBytes / 1024, parts: MOST_PARTS }, headers: { connection: "close" } });
  if (error instanceof BodyError) {
    if (error.kind === "size") return tooLarge();
    const values = { problem: error.message };
    if (error.kind === "form") return fail.badRequest({ values });
    if (error.kind === "content") return fail.badBody({ values });
    return error.kind === "syntax" ? fail.badJson({ values }) : fail.unsupportedMediaType({ values });
  }
  if (error instanceof InvalidInput) return fail.invalid({ values: { field: error.field, problem: error.message } });
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "FST_ERR_CTP_BODY_TOO_LARGE") return tooLarge();
  if (code === "FST_ERR_MAX_PARAM_LENGTH") return fail.unknownRoute();
  const status = error instanceof Error && "statusCode" in error ? Number(error.statusCode) : 500;
  if (status === 415) return fail.unsupportedMediaType({ values: { problem: (error as Error).message } });
  if (status >= 400 && status < 500) return fail.badRequest({ values: { problem: (error as Error).message } });
  return fail.unexpected({ cause: error });
}
