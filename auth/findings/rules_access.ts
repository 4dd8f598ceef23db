// Rules about who can come in: addresses, redirects, captchas, codes, passwords, administrators.
import { isPrivateAddress } from "../../kernel/http/client_address.ts";
import { entriesOf, isAllowedRedirect } from "../redirects/allow_list.ts";
import { isPlainHttp, isPublic, type Rule, rule, shortList } from "./finding.ts";

const siteHttp = rule("site_http", {
  severity: "warning",
  find: ({ config }) => {
    const variables = (["siteUrl", "apiExternalUrl"] as const).filter((key) => isPlainHttp(config[key])).map(config.variableOf);
    return variables.length > 0 ? { variables } : undefined;
  },
  words: {
    en: ({ variables }) => ({
      title: "People sign in without TLS",
      text: `${variables.join(" and ")} begin with http: passwords, links and tokens can be read on the way.`,
      remedy: "Put a proxy with TLS in front, and write the URLs with https.",
    }),
    "pt-BR": ({ variables }) => ({
      title: "As pessoas entram sem TLS",
      text: `${variables.join(" e ")} começam com http: senhas, links e tokens podem ser lidos no caminho.`,
      remedy: "Ponha um proxy com TLS na frente, e escreva as URLs com https.",
    }),
  },
  docs: "operations.md#behind-a-tls-proxy-two-replicas-of-each",
});

/** Nobody would allow these one by one. */
const ANY_HOST = ["invalid", "com", "com.br", "org", "net", "dev", "app"].flatMap((end) => [
  `https://cofre-probe.${end}/a/b?c=d`,
  `https://cofre-probe.${end}/`,
  `http://cofre-probe.${end}/`,
]);
/** Below these anybody may have a name. */
const SHARED_HOSTS = ["vercel.app", "netlify.app", "pages.dev", "workers.dev", "github.io", "web.app", "onrender.com", "fly.dev"]
  .concat(["herokuapp.com", "azurewebsites.net", "cloudfront.net", "ngrok-free.app", "ngrok.io", "surge.sh", "lovable.app"])
  .flatMap((host) => [`https://cofre-probe.${host}/`, `https://cofre-probe.${host}/a/b`]);

function entriesThatAllow(
  probes: readonly string[],
  { siteUrl, uriAllowList }: { siteUrl: string; uriAllowList: readonly string[] },
) {
  return entriesOf(uriAllowList).filter((entry) =>
    probes.some((probe) => isAllowedRedirect(probe, { siteUrl, uriAllowList: [entry] })),
  );
}

const redirectAnywhere = rule("redirect_anywhere", {
  severity: "error",
  find: ({ config }) => {
    const entries = entriesThatAllow(ANY_HOST, config);
    return entries.length > 0 ? { entries, variable: config.variableOf("uriAllowList") } : undefined;
  },
  words: {
    en: ({ entries, variable }) => ({
      title: "Links may lead to servers of anybody",
      text: `${shortList(entries)} in ${variable} allows hosts of strangers: a mail of yours can bring them somebody's session.`,
      remedy: "Name each host in full. Wildcards belong behind the host.",
    }),
    "pt-BR": ({ entries, variable }) => ({
      title: "Links podem levar a servidores de qualquer pessoa",
      text: `${shortList(entries)} em ${variable} permite hosts de estranhos: um e-mail seu pode lhes dar a sessão de alguém.`,
      remedy: "Escreva cada host por inteiro. Curingas ficam depois do host.",
    }),
  },
  docs: "auth_config.md#general",
});

const redirectSharedHost = rule("redirect_shared_host", {
  severity: "warning",
  find: ({ config }) => {
    const wider = new Set(entriesThatAllow(ANY_HOST, config));
    const entries = entriesThatAllow(SHARED_HOSTS, config).filter((entry) => !wider.has(entry));
    return entries.length > 0 ? { entries, variable: config.variableOf("uriAllowList") } : undefined;
  },
  words: {
    en: ({ entries, variable }) => ({
      title: "Links may lead to apps of others at your host",
      text: `${shortList(entries)} in ${variable} allows every name at a host where anybody may take one.`,
      remedy: "Keep what is yours in the pattern, such as https://*-your-team.vercel.app/**.",
    }),
    "pt-BR": ({ entries, variable }) => ({
      title: "Links podem levar a aplicativos de outros na sua hospedagem",
      text: `${shortList(entries)} em ${variable} permite todos os nomes de uma hospedagem em que qualquer pessoa pode ter um.`,
      remedy: "Deixe no padrão o que é seu, como https://*-sua-equipe.vercel.app/**.",
    }),
  },
  docs: "auth_config.md#general",
});

const captchaMissing = rule("captcha_missing", {
  severity: "warning",
  find: ({ config }) =>
    !config.disableSignup && !config.captchaEnabled && isPublic(config)
      ? { captcha: config.variableOf("captchaEnabled"), closed: config.variableOf("disableSignup") }
      : undefined,
  words: {
    en: ({ captcha, closed }) => ({
      title: "Anybody may sign up, and programs too",
      text: "Sign-ups are open without a captcha: programs can create accounts and have your server send mails.",
      remedy: `Switch a captcha on with ${captcha}, or close sign-ups with ${closed}=true.`,
    }),
    "pt-BR": ({ captcha, closed }) => ({
      title: "Qualquer um pode criar conta, também programas",
      text: "O cadastro está aberto e sem captcha: programas podem criar contas e fazer o servidor enviar e-mails.",
      remedy: `Ligue um captcha com ${captcha}, ou feche o cadastro com ${closed}=true.`,
    }),
  },
  copy: ({ captcha }) => `${captcha}=true`,
  docs: "auth_config.md#captcha",
});

const clientsShareAddress = rule("clients_share_address", {
  severity: "warning",
  find: ({ config, observed }) =>
    observed?.sharedAddress && isPrivateAddress(observed.sharedAddress.ip)
      ? { ...observed.sharedAddress, proxies: config.variableOf("trustedProxies"), header: config.variableOf("rateLimitHeader") }
      : undefined,
  words: {
    en: ({ ip, sessions, users, proxies, header }) => ({
      title: "All clients share one address",
      text: `The newest ${sessions} sessions, of ${users} users, all came from ${ip}, which is probably a proxy: its clients share the limits of one client.`,
      remedy: `Name the proxy in ${proxies}, or the header that it sets in ${header}.`,
    }),
    "pt-BR": ({ ip, sessions, users, proxies, header }) => ({
      title: "Todos os clientes têm o mesmo endereço",
      text: `As ${sessions} sessões mais novas, de ${users} usuários, vieram de ${ip}, provavelmente um proxy: seus clientes dividem os limites de um só.`,
      remedy: `Escreva o proxy em ${proxies}, ou o cabeçalho que ele define em ${header}.`,
    }),
  },
  copy: ({ ip, proxies }) => `${proxies}=127.0.0.0/8,::1/128,${ip}`,
  docs: "operations.md#behind-a-tls-proxy-two-replicas-of-each",
});

const LONGEST_CODE_SECONDS = 3600;

const codesLiveLong = rule("codes_live_long", {
  severity: "warning",
  find: ({ config }) => {
    const long = (["mailerOtpExpSeconds", "smsOtpExpSeconds"] as const).filter((key) => config[key] > LONGEST_CODE_SECONDS);
    return long.map((key) => ({ variable: config.variableOf(key), hours: Math.round(config[key] / 360) / 10 }));
  },
  of: ({ variable }) => variable.replace(/^[A-Z]+?_/, ""),
  words: {
    en: ({ variable, hours }) => ({
      title: "Links and codes are good for a long time",
      text: `${variable} is ${hours} hours: whoever reads an old message may come in by it.`,
      remedy: "Let them be good for an hour at the most.",
    }),
    "pt-BR": ({ variable, hours }) => ({
      title: "Links e códigos valem por muito tempo",
      text: `${variable} é de ${hours} horas: quem lê uma mensagem antiga pode entrar com ela.`,
      remedy: "Deixe que valham no máximo uma hora.",
    }),
  },
  copy: ({ variable }) => `${variable}=${LONGEST_CODE_SECONDS}`,
  docs: "auth_config.md#mails",
});

const LEAST_GOOD_LENGTH = 8;

const passwordsShort = rule("passwords_short", {
  severity: "info",
  find: ({ config }) =>
    config.passwordMinLength < LEAST_GOOD_LENGTH && isPublic(config)
      ? { length: config.passwordMinLength, variable: config.variableOf("passwordMinLength") }
      : undefined,
  words: {
    en: ({ length, variable }) => ({
      title: "Short passwords are allowed",
      text: `${variable} is ${length}: such passwords are found by trying.`,
      remedy: `Ask for ${LEAST_GOOD_LENGTH} characters or more. Present passwords stay good.`,
    }),
    "pt-BR": ({ length, variable }) => ({
      title: "Senhas curtas são permitidas",
      text: `${variable} é ${length}: senhas assim se descobrem por tentativas.`,
      remedy: `Exija ${LEAST_GOOD_LENGTH} caracteres ou mais. As senhas atuais continuam valendo.`,
    }),
  },
  copy: ({ variable }) => `${variable}=${LEAST_GOOD_LENGTH}`,
  docs: "auth_config.md#passwords",
});

const administratorsWithoutFactor = rule("administrators_without_factor", {
  severity: "warning",
  find: ({ observed }) => {
    const without = observed?.administrators.filter(({ has_second_factor: has }) => !has) ?? [];
    return without.length > 0 ? { count: without.length } : undefined;
  },
  words: {
    en: ({ count }) => ({
      title: "Administrators without a second factor",
      text: `${count} of them have neither a second factor nor a passkey. The console stays closed to them, and a password alone is enough to add one.`,
      remedy: "Ask them to add one under Settings, Security, or take their role away.",
    }),
    "pt-BR": ({ count }) => ({
      title: "Administradores sem segundo fator",
      text: `${count} não têm segundo fator nem chave de acesso. A administração fica fechada para eles, e só a senha basta para criar um.`,
      remedy: "Peça que criem um em Configurações, Segurança, ou tire o papel deles.",
    }),
  },
  docs: "auth_administration.md#roles",
});

const ownerMissing = rule("owner_missing", {
  severity: "info",
  find: ({ observed }) => (observed && !observed.administrators.some(({ role }) => role === "owner") ? {} : undefined),
  words: {
    en: () => ({
      title: "Nobody owns this server",
      text: "Only an owner can name administrators in the console.",
      remedy: "Run this command on the server: it prints a link that makes the first owner.",
    }),
    "pt-BR": () => ({
      title: "Ninguém é dono deste servidor",
      text: "Só um dono pode nomear administradores.",
      remedy: "Execute este comando no servidor: ele mostra um link que cria o primeiro dono.",
    }),
  },
  copy: () => "cofre owner",
  docs: "first_run.md",
});

export const accessRules: readonly Rule[] = [
  siteHttp,
  redirectAnywhere,
  redirectSharedHost,
  captchaMissing,
  clientsShareAddress,
  codesLiveLong,
  passwordsShort,
  administratorsWithoutFactor,
  ownerMissing,
];
