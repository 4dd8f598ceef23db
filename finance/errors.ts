// Every error a caller of finance can meet. Texts are Portuguese first, English for callers who ask for it.
import { defineErrors, type Fault } from "../kernel/errors.ts";
import type { Request } from "../kernel/http/endpoint.ts";
import type { Rendered } from "../kernel/http/service.ts";
import { type Problem, problemText } from "./fields/problems.ts";

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
  spaceHeaderInvalid: [400, "space_header_invalid", { "pt-BR": "X-Cofre-Space inválido", en: "X-Cofre-Space is invalid" }],
  userAgentMissing: [400, "user_agent_missing", { "pt-BR": "User-Agent obrigatório", en: "a User-Agent header is required" }],
  unauthorized: [401, "unauthorized", { "pt-BR": "Não autorizado", en: "Not authorised" }],
  apiTokenNeeded: [
    401,
    "api_token_needed",
    {
      "pt-BR":
        "esta conta tem um segundo fator e não aceita mais a senha aqui: use uma chave de API no lugar dela (crie uma no app, em Configurações, Chaves de API, ou com POST /api_tokens e um token de acesso aal2)",
      en: "this account has a second factor and its password is not accepted here: use an API token in its place (make one in the app, under Settings, API tokens, or with POST /api_tokens and an aal2 access token)",
    },
  ],
  secondFactorNeeded: [
    401,
    "second_factor_needed",
    {
      "pt-BR": "esta conta tem um segundo fator: entre com ele e use o token de acesso aal2",
      en: "this account has a second factor: sign in with it and use the aal2 access token",
    },
  ],
  httpsOnly: [403, "https_only", { "pt-BR": "somente HTTPS é aceito", en: "only HTTPS is accepted" }],
  unknownRoute: [404, "unknown_route", { "pt-BR": "rota não encontrada", en: "not found" }],
  wrongMethod: [405, "wrong_method", { "pt-BR": "método não permitido", en: "method not allowed" }],
  bodyTooLarge: [
    413,
    "body_too_large",
    {
      "pt-BR": "o corpo passa de {kilobytes} KB ou de {parts} chaves e itens",
      en: "the body has more than {kilobytes} KB or {parts} keys and items",
    },
  ],
  unsupportedMediaType: [
    415,
    "unsupported_media_type",
    { "pt-BR": "o corpo deve ser application/json em UTF-8", en: "the body must be application/json in UTF-8" },
  ],
  idempotencyKeyInvalid: [
    400,
    "idempotency_key_invalid",
    { "pt-BR": "Idempotency-Key inválida: de 1 a 255 caracteres ASCII", en: "Idempotency-Key must be 1 to 255 ASCII characters" },
  ],
  recordUnknown: [404, "record_unknown", { "pt-BR": "registro não encontrado", en: "record not found" }],
  cursorUnknown: [
    410,
    "cursor_unknown",
    {
      "pt-BR": "este cursor não é deste espaço: comece de novo, sem since",
      en: "this cursor is not of this space: start over, without since",
    },
  ],
  idempotencyKeyReused: [
    422,
    "idempotency_key_reused",
    { "pt-BR": "Idempotency-Key já usada com outro conteúdo", en: "Idempotency-Key was used with another request" },
  ],
  idempotentAnswerGone: [
    422,
    "idempotent_answer_gone",
    {
      "pt-BR": "o token criado com esta Idempotency-Key foi revogado ou não pode mais ser mostrado: use outra",
      en: "the token made with this Idempotency-Key was revoked or can't be shown any more: use another key",
    },
  ],
  unprocessable: [422, "unprocessable", { "pt-BR": "registro inválido", en: "invalid record" }],
  invalid: [422, "invalid", { "pt-BR": "{field} não é válido", en: "{field} {problem}" }],
  unexpected: [500, "unexpected", { "pt-BR": "erro inesperado", en: "unexpected error" }],
  unavailable: [
    503,
    "unavailable",
    { "pt-BR": "serviço indisponível, tente novamente em instantes", en: "service unavailable, please retry in a moment" },
  ],
  outcomeUnknown: [
    503,
    "outcome_unknown",
    {
      "pt-BR": "serviço indisponível: o envio pode ter sido gravado; com uma Idempotency-Key é seguro repeti-lo",
      en: "service unavailable: the request may have been done; with an Idempotency-Key it is safe to send it again",
    },
  ],
  timedOut: [504, "timed_out", { "pt-BR": "tempo esgotado, tente novamente", en: "timed out, please retry" }],
  userAgentTooLong: [
    400,
    "user_agent_too_long",
    { "pt-BR": "User-Agent longo demais (máximo: 1024 bytes)", en: "the User-Agent header is longer than 1024 bytes" },
  ],
  changedMeanwhile: [
    409,
    "changed_meanwhile",
    {
      "pt-BR": "o registro mudou enquanto isso: confira o que há agora e envie de novo",
      en: "the record has changed meanwhile: look at what it is now and send again",
    },
  ],
  importChanged: [
    409,
    "import_changed",
    {
      "pt-BR": "algo mudou desde a prévia: {lines} linhas têm outro veredito, confira e aplique de novo",
      en: "something was written since the preview: {lines} lines have another verdict, look and apply again",
    },
  ],
  importNotOpen: [
    409,
    "import_not_open",
    { "pt-BR": "esta importação não é mais uma prévia", en: "this import is no preview any more" },
  ],
  rulesTooSlow: [
    422,
    "rules_too_slow",
    {
      "pt-BR": "as regras de importação levam tempo demais para este arquivo: simplifique ou desative algumas",
      en: "the import rules take too long for this file: simplify or disable some",
    },
  ],
  readingAlready: [
    429,
    "reading_already",
    { "pt-BR": "outro arquivo deste espaço está sendo lido", en: "another file of this space is being read" },
  ],
  readOnly: [403, "read_only", { "pt-BR": "Somente leitura", en: "Read only" }],
  notAMember: [403, "not_a_member", { "pt-BR": "você não participa deste espaço", en: "you are no member of this space" }],
  viewersOnlyRead: [
    403,
    "viewers_only_read",
    { "pt-BR": "seu papel neste espaço só permite leitura", en: "your role in this space only allows reading" },
  ],
  operatorsOnly: [
    403,
    "operators_only",
    { "pt-BR": "somente para quem administra o servidor", en: "only for administrators of the server" },
  ],
  ownersOnly: [403, "owners_only", { "pt-BR": "somente para donos do espaço", en: "only for owners of the space" }],
  invitationOfAnother: [
    403,
    "invitation_of_another",
    {
      "pt-BR": "o convite é de outro endereço, ou o seu ainda não foi confirmado",
      en: "the invitation is for another address, or yours is not confirmed yet",
    },
  ],
  scopeMissing: [403, "scope_missing", { "pt-BR": "o token não tem o escopo {scope}", en: "the token lacks the scope {scope}" }],
  crossSite: [403, "cross_site", { "pt-BR": "requisição de outro site recusada", en: "requests from other sites are refused" }],
  exportsBusy: [
    429,
    "exports_busy",
    {
      "pt-BR": "outro arquivo deste espaço, ou muitos de outros, estão em andamento: tente novamente em instantes",
      en: "another file of this space, or many of others, are under way: please retry in a moment",
    },
  ],
  uploadsBusy: [
    429,
    "uploads_busy",
    {
      "pt-BR": "muitos envios de arquivos ao mesmo tempo: tente novamente em instantes",
      en: "too many uploads at the same time: please retry in a moment",
    },
  ],
  scannerAway: [
    503,
    "scanner_away",
    {
      "pt-BR": "o antivírus não respondeu, e sem ele nenhum arquivo é aceito: tente novamente em instantes",
      en: "the virus scanner gave no answer, and no file is accepted without it: please retry in a moment",
    },
  ],
  tooManyTries: [
    429,
    "too_many_tries",
    {
      "pt-BR": "muitas tentativas, tente novamente em {seconds} segundos",
      en: "too many tries, please retry in {seconds} seconds",
    },
  ],
});

/**
 * `error` is always a text; clients of the original service read nothing else. An invalid record is answered as it was submitted, with
 * the errors of its fields beside it.
 */
export function render(fault: Fault, request: Request): Rendered {
  const language = request.headers["accept-language"];
  if (fault.code !== "unprocessable") return { body: { error: fault.messageFor(language), ...fault.body } };
  const { record, problems } = fault.body as { record: Record<string, unknown>; problems: Record<string, Problem[]> };
  const errors = Object.entries(problems).map(([field, each]) => [field, each.map((problem) => problemText(problem, language))]);
  return { body: { ...record, errors: Object.fromEntries(errors) } };
}

/**
 * With FINANCE_UPSTREAM_ANSWERS: missing credentials are answered with plain text, and an unknown path in English, as the original does.
 * docs/compatibility/finance.md lists all differences; those of one endpoint are decided in its own file.
 */
export function renderAsUpstream(fault: Fault, request: Request): ReturnType<typeof render> {
  if (fault.code === "unauthorized" && request.headers.authorization === undefined)
    return { headers: { "content-type": "text/html; charset=utf-8" }, body: "HTTP Basic: Access denied." };
  return fault.code === "unknown_route" ? { body: { error: "not found" } } : render(fault, request);
}
