// Texts of apps of others.
import { texts } from "../../language.ts";

export const appsWords = texts({
  title: { pt: "Aplicativos", en: "Apps" },
  hint: {
    pt: "Aplicativos de outros que deixam entrar com as contas deste servidor (OAuth, OpenID Connect).",
    en: "Apps of others that let people sign in with their account here (OAuth, OpenID Connect).",
  },
  notHere: {
    pt: "Nenhum outro aplicativo pode usar as contas deste servidor. Ligue isso abaixo.",
    en: "No other app can use the accounts of this server. Turn that on below.",
  },
  settings: { pt: "Regras para aplicativos", en: "Rules for apps" },
  none: { pt: "Nenhum aplicativo ainda.", en: "No app yet." },
  nameless: { pt: "Sem nome", en: "No name" },
  create: { pt: "Registrar aplicativo", en: "Register app" },
  change: { pt: "Mudar", en: "Change" },
  rotate: { pt: "Trocar segredo", en: "Rotate secret" },
  origins: {
    manual: { pt: "registrado aqui", en: "registered here" },
    dynamic: { pt: "registrou-se sozinho", en: "registered itself" },
    document: { pt: "descrito por um documento", en: "described by a document" },
  },
  types: { confidential: { pt: "com segredo", en: "with a secret" }, public: { pt: "sem segredo", en: "without a secret" } },
  consents: { pt: (count: string) => `${count} pessoas o deixaram entrar`, en: (count: string) => `${count} users let it in` },
  oneConsent: { pt: "1 pessoa o deixou entrar", en: "1 user let it in" },
  manyConsents: {
    pt: (count: string) => `${count} pessoas ou mais o deixaram entrar`,
    en: (count: string) => `${count} users or more let it in`,
  },
  since: { pt: (day: string) => `desde ${day}`, en: (day: string) => `since ${day}` },
  oldSecret: {
    pt: (moment: string) => `o segredo antigo vale até ${moment}`,
    en: (moment: string) => `the old secret is good until ${moment}`,
  },
  addresses: {
    pt: (count: number) => (count === 1 ? "1 endereço de retorno" : `${count} endereços de retorno`),
    en: (count: number) => (count === 1 ? "1 redirect URI" : `${count} redirect URIs`),
  },
  delete: {
    title: { pt: "Excluir este aplicativo?", en: "Delete this app?" },
    text: {
      pt: "Quem o deixou entrar sai dele na hora: consentimentos, códigos e sessões terminam.",
      en: "Whoever let it in is out at once: consents, codes and sessions end.",
    },
    act: { pt: "Excluir", en: "Delete" },
    done: { pt: "Aplicativo excluído", en: "App deleted" },
  },
  secret: { pt: "Segredo do aplicativo", en: "Secret of the app" },
  secretHint: { pt: "Copie agora: ele não aparece de novo.", en: "Copy it now: it is not shown again." },
});

export const rotateWords = texts({
  title: { pt: "Trocar o segredo deste aplicativo?", en: "Rotate the secret of this app?" },
  keep: { pt: "O segredo antigo", en: "The old secret" },
  hours: {
    0: { pt: "deixa de valer já", en: "is invalid at once" },
    1: { pt: "vale por mais 1 hora", en: "is good for 1 more hour" },
    24: { pt: "vale por mais 24 horas", en: "is good for 24 more hours" },
    168: { pt: "vale por mais 7 dias", en: "is good for 7 more days" },
  },
});

export const appFormWords = texts({
  create: { pt: "Registrar aplicativo", en: "Register app" },
  change: { pt: "Mudar aplicativo", en: "Change app" },
  name: { pt: "Nome", en: "Name" },
  type: { pt: "Tipo", en: "Type" },
  confidential: { pt: "Com servidor próprio: guarda um segredo", en: "With a server of its own: keeps a secret" },
  public: { pt: "No aparelho ou no navegador: sem segredo", en: "On a device or in a browser: no secret" },
  redirects: { pt: "Endereços de retorno", en: "Redirect URIs" },
  redirectsHint: {
    pt: "Um por linha, exatamente como o aplicativo os usa. Com https.",
    en: "One a line, exactly as the app uses them. With https.",
  },
  noRedirects: { pt: "Ponha ao menos um endereço.", en: "Add at least one." },
  afterwards: { pt: "Endereços depois de sair", en: "URIs after sign-out" },
  site: { pt: "Página do aplicativo", en: "Page of the app" },
  grants: { pt: "O que pode pedir", en: "Grant types" },
  noGrants: { pt: "Escolha ao menos um.", en: "Choose at least one." },
  grantNames: {
    authorization_code: { pt: "Entrar em nome de uma pessoa", en: "Sign a user in (authorization_code)" },
    refresh_token: { pt: "Continuar sem perguntar de novo", en: "Go on without asking again (refresh_token)" },
    client_credentials: { pt: "Agir em seu próprio nome", en: "Act for itself (client_credentials)" },
  },
});
