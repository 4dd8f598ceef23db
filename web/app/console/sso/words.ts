// Texts of companies' identity providers.
import { texts } from "../../language.ts";

export const ssoWords = texts({
  title: { pt: "Login único", en: "Single sign-on" },
  hint: {
    pt: "Empresas que deixam as suas pessoas entrar com a conta da empresa, por SAML.",
    en: "Companies whose people sign in with the company's account, by SAML.",
  },
  notHere: {
    pt: "O login único está desligado. Ligue abaixo, com uma chave privada.",
    en: "Single sign-on is off. Turn it on below, with a private key.",
  },
  settings: { pt: "SAML neste servidor", en: "SAML on this server" },
  none: { pt: "Nenhuma empresa ainda.", en: "No company yet." },
  add: { pt: "Adicionar empresa", en: "Add company" },
  change: { pt: "Mudar", en: "Change" },
  mapping: { pt: "Atributos", en: "Attributes" },
  on: { pt: "ligado", en: "on" },
  off: { pt: "desligado", en: "off" },
  validities: { soon: { pt: "vence em breve", en: "expires soon" }, over: { pt: "vencido", en: "expired" } },
  until: { pt: (day: string) => `válido até ${day}`, en: (day: string) => `valid until ${day}` },
  noDomains: { pt: "sem domínios: nenhum e-mail conta como confirmado", en: "no domains: no address counts as verified" },
  fromOutside: { pt: "pessoas podem vir da página da empresa", en: "people may come from the company's page" },
  details: { pt: "Detalhes", en: "Details" },
  signInUrl: { pt: "Onde as pessoas entram", en: "Where people sign in" },
  metadataUrl: { pt: "Endereço dos metadados", en: "Metadata URL" },
  certificate: { pt: "Certificado", en: "Certificate" },
  delete: {
    title: { pt: "Excluir esta empresa?", en: "Delete this company?" },
    text: {
      pt: "As pessoas dela ficam, e não entram mais. Os e-mails deixam de contar como confirmados.",
      en: "Its users stay, and cannot come in. Their addresses count as verified no more.",
    },
    act: { pt: "Excluir", en: "Delete" },
    done: { pt: "Empresa excluída", en: "Company deleted" },
  },
});

export const providerFormWords = texts({
  add: { pt: "Adicionar empresa", en: "Add company" },
  change: { pt: "Mudar empresa", en: "Change company" },
  url: { pt: "Endereço dos metadados", en: "Metadata URL" },
  urlHint: { pt: "São buscados de novo antes de envelhecer.", en: "They are fetched again before they grow old." },
  file: { pt: "Ou o arquivo deles (XML)", en: "Or their file (XML)" },
  noMetadata: { pt: "Ponha o endereço ou o arquivo.", en: "Give the URL or the file." },
  domains: { pt: "Domínios", en: "Domains" },
  domainsHint: {
    pt: "Como empresa.com.br, um por linha. Só e-mails deles contam como confirmados.",
    en: "Such as company.com, one a line. Only their addresses count as verified.",
  },
  enabled: { pt: "Ligado", en: "On" },
  fromOutside: { pt: "Pessoas podem vir da página da empresa", en: "People may come from the company's own page" },
});

export const mappingWords = texts({
  title: { pt: "Atributos", en: "Attributes" },
  mapping: { pt: "Mapeamento, como JSON", en: "Mapping, as JSON" },
  mappingHint: {
    pt: 'Como {"keys": {"nome": {"name": "displayName"}}}. Fica nos metadados do usuário.',
    en: 'Such as {"keys": {"name": {"name": "displayName"}}}. It is kept in user metadata.',
  },
  notJson: { pt: "Isto não é um objeto JSON.", en: "This is no JSON object." },
  sample: { pt: "Atributos para testar", en: "Attributes to try" },
  sampleHint: { pt: "Um por linha, como mail: ana@empresa.com.br", en: "One a line, such as mail: ana@company.com" },
  badSample: { pt: "Cada linha tem um nome, dois-pontos e valores.", en: "Each line has a name, a colon and values." },
  try: { pt: "Testar", en: "Try" },
  email: { pt: (email: string) => `Entraria como ${email}`, en: (email: string) => `Would come in as ${email}` },
  noEmail: { pt: "Ninguém entraria: falta um e-mail.", en: "Nobody would come in: there is no address." },
  vouched: { pt: "confirmado", en: "verified" },
  notVouched: { pt: "não confirmado", en: "not verified" },
});
