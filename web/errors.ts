// Every error that a browser can meet here.
import { defineErrors } from "../kernel/errors.ts";

export const fail = defineErrors({
  badRequest: [400, "bad_request", { "pt-BR": "requisição inválida", en: "bad request: {problem}" }],
  badJson: [400, "bad_json", { "pt-BR": "o corpo não é um JSON válido", en: "the body is not valid JSON: {problem}" }],
  badBody: [
    400,
    "bad_body",
    {
      "pt-BR": "o corpo não pode ser aceito: precisa ser um objeto, sem chaves repetidas ou proibidas e com no máximo 100 níveis",
      en: "the body cannot be accepted: {problem}",
    },
  ],
  signedOut: [
    401,
    "signed_out",
    { "pt-BR": "sua sessão terminou, entre de novo", en: "your session has ended, please sign in again" },
  ],
  passkeyRefused: [401, "passkey_refused", { "pt-BR": "a chave de acesso não foi aceita", en: "the passkey was not accepted" }],
  proofRefused: [422, "proof_refused", { "pt-BR": "não confere, tente de novo", en: "that does not match, please try again" }],
  proofNeeded: [403, "proof_needed", { "pt-BR": "confirme antes que é você", en: "please confirm first that it is you" }],
  rightMissing: [403, "right_missing", { "pt-BR": "seu papel não permite isto", en: "your role does not allow this" }],
  foreignPage: [403, "foreign_page", { "pt-BR": "requisição de outro site recusada", en: "requests of other sites are refused" }],
  httpsOnly: [403, "https_only", { "pt-BR": "somente HTTPS é aceito", en: "only HTTPS is accepted" }],
  unknownRoute: [404, "unknown_route", { "pt-BR": "página não encontrada", en: "not found" }],
  wrongMethod: [405, "wrong_method", { "pt-BR": "método não permitido", en: "method not allowed" }],
  bodyTooLarge: [
    413,
    "body_too_large",
    { "pt-BR": "o corpo passa de {kilobytes} KB", en: "the body has more than {kilobytes} KB" },
  ],
  unsupportedMediaType: [415, "unsupported_media_type", { "pt-BR": "tipo de conteúdo não aceito", en: "unsupported media type" }],
  invalid: [422, "invalid", { "pt-BR": "{field} não é válido", en: "{field} {problem}" }],
  commonPassword: [
    422,
    "common_password",
    { "pt-BR": "muita gente usa esta senha, escolha outra", en: "many people use this password, please choose another" },
  ],
  tooMany: [429, "too_many", { "pt-BR": "muitas tentativas, espere um instante", en: "too many tries, please wait a moment" }],
  unexpected: [500, "unexpected", { "pt-BR": "erro inesperado", en: "unexpected error" }],
  unavailable: [
    503,
    "unavailable",
    { "pt-BR": "serviço indisponível, tente novamente em instantes", en: "service unavailable, please retry in a moment" },
  ],
  timedOut: [504, "timed_out", { "pt-BR": "tempo esgotado, tente novamente", en: "timed out, please retry" }],
});
