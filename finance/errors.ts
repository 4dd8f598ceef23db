// Every error a caller of finance can meet. Texts are Portuguese first, English for callers who ask for it.

import { defineErrors, type Fault } from "../kernel/errors.ts";
import type { Request } from "../kernel/http/endpoint.ts";

export const fail = defineErrors({
  badRequest: [400, "bad_request", { "pt-BR": "requisição inválida", en: "bad request: {problem}" }],
  badJson: [400, "bad_json", { "pt-BR": "o corpo não é um JSON válido", en: "the body is not valid JSON: {problem}" }],
  userAgentMissing: [400, "user_agent_missing", { "pt-BR": "User-Agent obrigatório", en: "a User-Agent header is required" }],
  unauthorized: [401, "unauthorized", { "pt-BR": "Não autorizado", en: "Not authorised" }],
  httpsOnly: [403, "https_only", { "pt-BR": "somente HTTPS é aceito", en: "only HTTPS is accepted" }],
  unknownRoute: [404, "unknown_route", { "pt-BR": "rota não encontrada", en: "not found" }],
  wrongMethod: [405, "wrong_method", { "pt-BR": "método não permitido", en: "method not allowed" }],
  bodyTooLarge: [413, "body_too_large", { "pt-BR": "o corpo passa de 1 MiB", en: "the body is larger than 1 MiB" }],
  unsupportedMediaType: [
    415,
    "unsupported_media_type",
    { "pt-BR": "o corpo deve ser application/json", en: "the body must be application/json" },
  ],
  invalid: [422, "invalid", { "pt-BR": "{field} não é válido", en: "{field} {problem}" }],
  unexpected: [500, "unexpected", { "pt-BR": "erro inesperado", en: "unexpected error" }],
  unavailable: [
    503,
    "unavailable",
    { "pt-BR": "serviço indisponível, tente novamente em instantes", en: "service unavailable, please retry in a moment" },
  ],
  timedOut: [504, "timed_out", { "pt-BR": "tempo esgotado, tente novamente", en: "timed out, please retry" }],
});

/** `error` is always a text; clients of the original service read nothing else. */
export function render(fault: Fault, request: Request) {
  return { body: { error: fault.messageFor(request.headers["accept-language"]), ...fault.body } };
}
