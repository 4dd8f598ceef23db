// Rules about what signs tokens, and about tokens and keys of programs.
import { digestOf } from "../audit/admin_act.ts";
import { LEAST_SECRET_BYTES, secretProblem } from "../config/jwt_secret.ts";
import { canSign } from "../config/keys.ts";
import { daysBetween } from "./days.ts";
import { isPublic, type Rule, rule } from "./finding.ts";

const NEW_SECRET = "openssl rand -base64 48";

const jwtSecretWeak = rule("jwt_secret_weak", {
  severity: "error",
  find: ({ config }) => {
    const problem = secretProblem(config.jwtSecret);
    return problem && { problem, variable: config.variableOf("jwtSecret") };
  },
  words: {
    en: ({ problem, variable }) => ({
      title: "The secret that signs tokens is weak",
      text: `${variable} ${problem.kind === "published" ? "is a sample value that is published in documentation" : `has only ${problem.bytes} bytes`}: anybody can sign tokens that open every account.`,
      remedy: `Use ${LEAST_SECRET_BYTES} random bytes or more, and give finance and other services the same.`,
    }),
    "pt-BR": ({ problem, variable }) => ({
      title: "O segredo que assina tokens é fraco",
      text: `${variable} ${problem.kind === "published" ? "é um valor de exemplo, publicado em documentação" : `tem só ${problem.bytes} bytes`}: qualquer pessoa pode assinar tokens que abrem todas as contas.`,
      remedy: `Use ${LEAST_SECRET_BYTES} bytes aleatórios ou mais, e dê o mesmo ao finance e a outros serviços.`,
    }),
  },
  copy: () => NEW_SECRET,
  docs: "operations.md#rotating-keys",
});

const jwtSharedSecret = rule("jwt_shared_secret", {
  severity: "info",
  find: ({ config }) =>
    config.jwtKeys?.some(canSign) ? undefined : { keys: config.variableOf("jwtKeys"), secret: config.variableOf("jwtSecret") },
  words: {
    en: ({ keys, secret }) => ({
      title: "Tokens are signed with a shared secret",
      text: `Tokens are HS256 alone: every service that verifies one holds ${secret}, and could sign others.`,
      remedy: `Sign with a key pair in ${keys}: services then verify with the public half.`,
    }),
    "pt-BR": ({ keys, secret }) => ({
      title: "Os tokens são assinados com um segredo compartilhado",
      text: `Os tokens são só HS256: cada serviço que os verifica tem ${secret}, e poderia assinar outros.`,
      remedy: `Assine com um par de chaves em ${keys}: os serviços verificam com a metade pública.`,
    }),
  },
  docs: "operations.md#rotating-keys",
});

const secretKeyDerived = rule("secret_key_derived", {
  severity: "info",
  find: ({ config }) =>
    config.secretKey === undefined && isPublic(config)
      ? { key: config.variableOf("secretKey"), secret: config.variableOf("jwtSecret") }
      : undefined,
  words: {
    en: ({ key, secret }) => ({
      title: "Refresh tokens depend on the secret of access tokens",
      text: `Without ${key}, what protects refresh tokens and codes is derived from ${secret}: to change that signs everybody out.`,
      remedy: `Set ${key} to the present value of ${secret}; after that ${secret} can change.`,
    }),
    "pt-BR": ({ key, secret }) => ({
      title: "Os tokens de renovação dependem do segredo dos de acesso",
      text: `Sem ${key}, o que protege tokens de renovação e códigos vem de ${secret}: mudar esse segredo encerra todas as sessões.`,
      remedy: `Dê a ${key} o valor atual de ${secret}; depois disso ${secret} pode mudar.`,
    }),
  },
  docs: "operations.md#rotating-keys",
});

const OLD_TOKEN_DAYS = 365;

const operatorTokenOld = rule("operator_token_old", {
  severity: "warning",
  find: ({ observed, now }) =>
    observed?.operatorTokens
      .map(({ role, holder, issued_at: at }) => ({ role, holder, at, days: at && daysBetween(at, now) }))
      .filter(({ days }) => days === null || days > OLD_TOKEN_DAYS),
  of: ({ role, holder, at }) => digestOf([role, holder, at?.toISOString()].join()).toString("hex").slice(0, 12),
  words: {
    en: ({ role, days }) => ({
      title: "An old operator's token is in use",
      text: `A token with the role ${role}, ${days === null ? "of unknown age" : `${days} days old`}, was used in the last 30 days. It may do everything, and cannot be taken back.`,
      remedy:
        "Give the program an API key with the rights that it needs. Then change what signs tokens, so that the old one ends.",
    }),
    "pt-BR": ({ role, days }) => ({
      title: "Um token antigo do servidor está em uso",
      text: `Um token com o papel ${role}, ${days === null ? "de idade desconhecida" : `de ${days} dias`}, foi usado nos últimos 30 dias. Ele pode tudo, e não pode ser revogado.`,
      remedy:
        "Dê ao programa uma chave de API com os direitos de que precisa. Depois troque o que assina tokens, para que o antigo acabe.",
    }),
  },
  docs: "auth_administration.md#api-keys",
});

const UNUSED_DAYS = 30;
const DORMANT_DAYS = 180;

/** Keys last for a year at the most, so age alone says nothing that their end does not. */
const apiKeyUnused = rule("api_key_unused", {
  severity: "info",
  find: ({ observed, now }) =>
    observed?.apiKeys
      .filter(({ expires_at: end }) => end > now)
      .map(({ id, name, last_used_at: used, created_at: created }) => ({
        ...{ id, name, wasUsed: used !== null },
        days: daysBetween(used ?? created, now),
      }))
      .filter(({ wasUsed, days }) => days > (wasUsed ? DORMANT_DAYS : UNUSED_DAYS)),
  of: ({ id }) => id,
  words: {
    en: ({ name, wasUsed, days }) => ({
      title: `The API key ${name} is not used`,
      text: wasUsed ? `It was last used ${days} days ago.` : `It was created ${days} days ago and never used.`,
      remedy: "Delete it, if no program needs it.",
    }),
    "pt-BR": ({ name, wasUsed, days }) => ({
      title: `A chave de API ${name} não é usada`,
      text: wasUsed ? `Foi usada pela última vez há ${days} dias.` : `Foi criada há ${days} dias e nunca foi usada.`,
      remedy: "Exclua a chave, se nenhum programa precisa dela.",
    }),
  },
  docs: "auth_administration.md#api-keys",
});

const SOON_DAYS = 14;

const apiKeyEnding = rule("api_key_ending", {
  severity: "warning",
  find: ({ observed, now }) =>
    observed?.apiKeys
      .filter(({ expires_at: end }) => end > now)
      .map(({ id, name, last_used_at: used, expires_at: end }) => ({ id, name, used, days: daysBetween(now, end) }))
      .filter(({ used, days }) => days < SOON_DAYS && used !== null && daysBetween(used, now) < UNUSED_DAYS),
  of: ({ id }) => id,
  words: {
    en: ({ name, days }) => ({
      title: `The API key ${name} ends soon`,
      text: `It ends in ${days} days, and a program still uses it.`,
      remedy: "Rotate it and give the program the new one: the old one stays good for a day.",
    }),
    "pt-BR": ({ name, days }) => ({
      title: `A chave de API ${name} acaba em breve`,
      text: `Ela acaba em ${days} dias, e um programa ainda a usa.`,
      remedy: "Troque a chave e dê a nova ao programa: a antiga vale por mais um dia.",
    }),
  },
  docs: "auth_administration.md#api-keys",
});

export const tokenRules: readonly Rule[] = [
  jwtSecretWeak,
  jwtSharedSecret,
  secretKeyDerived,
  operatorTokenOld,
  apiKeyUnused,
  apiKeyEnding,
];
