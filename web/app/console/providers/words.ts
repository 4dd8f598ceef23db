// Texts of providers that operators describe.
import { texts } from "../../language.ts";

export const customWords = texts({
  title: { pt: "Descritos por você", en: "Described by you" },
  hint: {
    pt: "Qualquer serviço que fale OpenID Connect ou OAuth 2.0, como o da sua empresa.",
    en: "Any service that speaks OpenID Connect or OAuth 2.0, such as your company's.",
  },
  none: { pt: "Nenhum ainda.", en: "None yet." },
  off: {
    pt: "Provedores próprios estão desligados neste servidor. Ligue com CUSTOM_OAUTH_ENABLED.",
    en: "Custom providers are off on this server. Turn them on with CUSTOM_OAUTH_ENABLED.",
  },
  add: { pt: "Adicionar provedor", en: "Add provider" },
  change: { pt: "Mudar", en: "Change" },
  notOffered: { pt: "desligado", en: "off" },
  byVariable: {
    pt: "descrito por CUSTOM_OAUTH_PROVIDERS, no ambiente do servidor",
    en: "described by CUSTOM_OAUTH_PROVIDERS, in the server's environment",
  },
  delete: {
    title: { pt: (name: string) => `Excluir ${name}?`, en: (name: string) => `Delete ${name}?` },
    text: {
      pt: "Não dá para desfazer: o segredo é esquecido. As contas ficam; quem só entrava por ele não entra mais.",
      en: "This cannot be undone: the secret is forgotten. Accounts stay; who signed in by it alone cannot come in.",
    },
    act: { pt: "Excluir", en: "Delete" },
    done: { pt: "Provedor excluído.", en: "Provider deleted." },
  },
});

export const customFormWords = texts({
  add: { pt: "Adicionar provedor", en: "Add provider" },
  change: { pt: (name: string) => `Mudar ${name}`, en: (name: string) => `Change ${name}` },
  tried: {
    pt: "No OpenID Connect, o documento de descoberta é buscado antes de salvar.",
    en: "With OpenID Connect, the discovery document is fetched before it is saved.",
  },
  redirect: { pt: "Registre este endereço de retorno no provedor", en: "Register this redirect URI at the provider" },
  copyRedirect: { pt: "Copiar o endereço de retorno", en: "Copy the redirect URI" },
  type: { pt: "Protocolo", en: "Protocol" },
  types: {
    oidc: { pt: "OpenID Connect, pelo emissor", en: "OpenID Connect, by its issuer" },
    oauth2: { pt: "OAuth 2.0, endereço por endereço", en: "OAuth 2.0, address by address" },
  },
  identifier: { pt: "Identificador", en: "Identifier" },
  identifierHint: {
    pt: "Letras minúsculas, dígitos, - e _. Aplicativos pedem por custom:identificador. Não muda depois.",
    en: "Lower-case letters, digits, - and _. Apps ask for custom:identifier. It does not change later.",
  },
  badIdentifier: { pt: "Use até 50 letras minúsculas, dígitos, - e _.", en: "Use up to 50 lower-case letters, digits, - and _." },
  taken: { pt: "Já existe um provedor com este identificador.", en: "There is a provider with this identifier already." },
  name: { pt: "Nome", en: "Name" },
  nameHint: { pt: "Como as pessoas o veem.", en: "As people see it." },
  clientId: { pt: "ID do cliente", en: "Client id" },
  secret: { pt: "Segredo do cliente", en: "Client secret" },
  secretHint: { pt: "Nunca é mostrado de novo.", en: "It is never shown again." },
  keepSecret: { pt: "Vazio: fica o que está guardado.", en: "Empty: the stored one stays." },
  issuer: { pt: "Emissor", en: "Issuer" },
  issuerHint: {
    pt: "Como https://id.empresa.com.br. O resto vem do documento de descoberta dele.",
    en: "Such as https://id.company.com. The rest comes from its discovery document.",
  },
  discovery: { pt: "Endereço do documento de descoberta", en: "Address of the discovery document" },
  discoveryHint: { pt: "Só se não estiver no lugar de costume.", en: "Only where it is not in the usual place." },
  authorize: { pt: "Endereço de autorização", en: "Authorization endpoint" },
  token: { pt: "Endereço de tokens", en: "Token endpoint" },
  userinfo: { pt: "Endereço dos dados da pessoa", en: "Userinfo endpoint" },
  badUrl: { pt: "Ponha um endereço, como https://id.empresa.com.br.", en: "Give an address, such as https://id.company.com." },
  scopes: { pt: "Escopos", en: "Scopes" },
  scopesHint: { pt: "Separados por espaços. Vazio: os de costume.", en: "Separated by spaces. Empty: the usual ones." },
  enabled: { pt: "Oferecer para entrar", en: "Offer it for sign-in" },
  emailOptional: { pt: "Aceitar contas sem e-mail", en: "Accept accounts without an email address" },
  more: { pt: "Mais opções", en: "More options" },
  pkce: { pt: "Usar PKCE", en: "Use PKCE" },
  skipNonce: { pt: "Não comparar o nonce de tokens de aplicativos", en: "Do not compare the nonce of apps' tokens" },
  clientIds: { pt: "Outros IDs de cliente aceitos", en: "Further client ids that are accepted" },
  clientIdsHint: { pt: "De aplicativos que trazem tokens de identidade.", en: "Of apps that bring identity tokens." },
  mapping: { pt: "Mapeamento de atributos, como JSON", en: "Attribute mapping, as JSON" },
  mappingHint: {
    pt: 'Como {"name": "displayName"}: nosso nome, e o do provedor.',
    en: 'Such as {"name": "displayName"}: our name, and the provider\'s.',
  },
  claims: { pt: "Dados copiados como estão", en: "Claims that are copied as they are" },
  claimsHint: { pt: "Nomes separados por espaços.", en: "Names, separated by spaces." },
  parameters: { pt: "Parâmetros do pedido de autorização, como JSON", en: "Parameters of the authorization request, as JSON" },
  notJson: { pt: "Isto não é um objeto JSON.", en: "This is no JSON object." },
  saved: { pt: "Provedor salvo.", en: "Provider saved." },
  refused: { pt: (problem: string) => `Não foi aceito: ${problem}`, en: (problem: string) => `It was refused: ${problem}` },
  changed: {
    pt: "Outra pessoa mudou este provedor enquanto isso. Feche e veja como está agora.",
    en: "Somebody else has changed this provider meanwhile. Close this and see how it is now.",
  },
});
