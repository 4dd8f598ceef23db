// What settings take, and what counts where nothing is set, in Portuguese. Auth says both in English.

/** Formats as auth writes them. */
const FORMATS: Readonly<Record<string, string>> = {
  "true or false": "true ou false",
  "a URL that begins with http:// or https://": "um endereço com http:// ou https://",
  "a URL that begins with http:// or https://, or with the scheme of an application such as myapp://":
    "um endereço com http:// ou https://, ou com o esquema de um aplicativo, como meuapp://",
  "an https URL": "um endereço com https://",
  "any text": "qualquer texto",
  "text without line breaks or control characters": "um texto de uma linha",
  "one value, or several separated by commas": "um valor, ou vários separados por vírgulas",
  "one value, or several separated by commas, each the name of an HTTP header":
    "nomes de cabeçalhos HTTP, separados por vírgulas",
  "one value, or several separated by commas, each an origin such as https://app.example.com":
    "origens como https://app.example.com, separadas por vírgulas",
  "values separated by commas": "valores separados por vírgulas",
  "seconds, or a duration such as 90s, 15m or 1h30m": "segundos, ou uma duração como 90s, 15m ou 1h30m",
  "a number for each hour, or number/duration such as 30/2m": "um número por hora, ou número/duração, como 30/2m",
  "the name of an HTTP header": "o nome de um cabeçalho HTTP",
  "an email address": "um endereço de e-mail",
  "an IP address or a host name": "um endereço IP ou o nome de um servidor",
  "a host name without scheme and port": "o nome de um servidor, sem esquema nem porta",
  "a colour as #rrggbb": "uma cor, como #0a7d5a",
  "text that contains {{ .Code }}": "um texto com {{ .Code }}",
  "sets of characters separated by ':', a literal colon written as '\\:'":
    "conjuntos de caracteres separados por ':'; dois-pontos se escreve '\\:'",
  "scopes separated by spaces": "escopos separados por espaços",
  "a path that begins with /": "um caminho que começa com /",
  "a path that begins with '/', or a URL that begins with http:// or https://":
    "um caminho que começa com /, ou um endereço com http:// ou https://",
  "a URL that begins with http:// or https://, a path on the site, or HTML that begins with <":
    "um endereço com http:// ou https://, um caminho no site, ou HTML que começa com <",
  'a JSON object of header names and lists of values, such as {"X-Tag": ["$messageType"]}':
    'um objeto JSON de nomes de cabeçalhos e listas de valores, como {"X-Tag": ["$messageType"]}',
  'a JSON array of host names, such as ["mx.example.com"]': 'uma lista JSON de servidores, como ["mx.example.com"]',
  'a JSON object such as {"https://api.example.com": ["notes:read"]}':
    'um objeto JSON, como {"https://api.example.com": ["notes:read"]}',
  "a JSON array of JSON Web Keys with distinct kid, exactly one of them private with key_ops that contain sign, or none while a private one has other key_ops; [] is as unset":
    "uma lista JSON de chaves (JWK) com kid distintos, uma só com key_ops sign; [] é como nenhuma",
  "an RSA key of 2048 bits or more, as the base64 of PKCS#1 in DER":
    "uma chave RSA de ao menos 2048 bits, em base64 do PKCS#1 em DER",
  "https://..., http:// to localhost, 127.0.0.1, [::1], host.docker.internal, or pg-functions://postgres/<schema>/<function>":
    "https://..., http:// nesta máquina, ou pg-functions://postgres/<esquema>/<função>",
  "v1,whsec_<24 bytes or more in base64>, or v1a,whpk_<public>:whsk_<private> of an Ed25519 key in base64, or several of them separated by '|'":
    "v1,whsec_<ao menos 24 bytes em base64>, ou v1a,whpk_<pública>:whsk_<privada> Ed25519 em base64; vários separados por '|'",
};

/** With numbers in them. */
const SHAPES: readonly (readonly [RegExp, string])[] = [
  [/^a whole number from (\d+) to (\d+)$/, "um número inteiro de $1 a $2"],
  [
    /^whole seconds, (\d+) or more, or a duration such as 90s, 15m or 1h30m$/,
    "segundos inteiros, ao menos $1, ou uma duração como 90s, 15m ou 1h30m",
  ],
  [
    /^seconds, or a duration such as 90s, 15m or 1h30m, ([\d.]+) s or more$/,
    "segundos, ou uma duração como 90s, 15m ou 1h30m, ao menos $1 s",
  ],
  // A choice of values, which are the same in every language.
  [/^([\w-]+(?:, [\w-]+)*)$/, "$1"],
];

export function formatInPortuguese(allowed: string): string | undefined {
  const shape = SHAPES.find(([pattern]) => pattern.test(allowed));
  return FORMATS[allowed] ?? (shape && allowed.replace(...shape));
}

/** What counts where nothing is set, if that is a sentence. */
const DEFAULTS: Readonly<Record<string, string>> = {
  "every address": "todos os endereços",
  "each request gets a new id": "cada pedido ganha um ID novo",
  "errors have no link; with `npm start` the `/docs` of web": "erros não têm link; com npm start, /docs do web",
  "`JWT_SECRET` signs": "JWT_SECRET assina",
  "no `iss` claim": "sem iss",
  "no limit": "sem limite",
  "the host of `SITE_URL`": "o servidor de SITE_URL",
  "the origin of `SITE_URL`": "a origem de SITE_URL",
  "mail cannot be sent": "e-mails não saem",
  "no sign-in at the mail server": "sem usuário no servidor de e-mail",
  "the address in `SMTP_ADMIN_EMAIL`": "o endereço de SMTP_ADMIN_EMAIL",
  "900 for confirmations, 60 for magic links and recovery": "900 para confirmações, 60 para links de entrada e nova senha",
  "no name": "sem nome",
  ours: "a nossa",
  "no picture": "sem imagem",
  "no service is asked": "nenhum serviço é perguntado",
  "the built-in body": "o texto embutido",
  "SMS cannot be sent": "SMS não saem",
  "the gateway's public address": "o endereço público do serviço",
  "the provider's public address": "o endereço público do provedor",
  "follows `URL`": "como o endereço do provedor",
  "apps are answered `server_error`": "aplicativos recebem server_error",
  "any resource, with no scopes of its own": "qualquer serviço, sem escopos próprios",
  "no key waits": "nenhuma chave espera",
};

/** A value, such as a number, a path, a variable or the text of a message, is the same in every language. */
export function defaultInPortuguese(name: string, initial: string): string | undefined {
  if (name.startsWith("MAILER_SUBJECTS_")) return "o assunto embutido, na língua de quem lê";
  if (name.endsWith("_TEMPLATE")) return initial;
  return DEFAULTS[initial] ?? (/[A-Za-z] [a-z]/.test(initial) ? undefined : initial);
}
