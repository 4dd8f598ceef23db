// Texts of providers on the screen of sign-in methods.
import { texts } from "../../language.ts";

export const providerWords = texts({
  title: { pt: "Provedores", en: "Providers" },
  hint: {
    pt: "Registre o endereço de retorno no provedor, depois informe o ID e o segredo.",
    en: "Register the redirect URI at the provider, then enter client id and secret.",
  },
  none: { pt: "Nenhum provedor.", en: "No provider." },
  offered: { pt: "oferecido", en: "offered" },
  redirect: { pt: (uri: string) => `retorno: ${uri}`, en: (uri: string) => `redirect URI: ${uri}` },
  copyRedirect: {
    pt: (name: string) => `Copiar o endereço de retorno de ${name}`,
    en: (name: string) => `Copy the redirect URI of ${name}`,
  },
  client: { pt: (id: string) => `cliente: ${id}`, en: (id: string) => `client: ${id}` },
  noClient: { pt: "sem ID de cliente", en: "without a client id" },
  attempt: { pt: "Testar", en: "Try" },
  attemptTitle: { pt: (name: string) => `Testar ${name}`, en: (name: string) => `Try ${name}` },
  attemptHint: {
    pt: "Vai até onde seria preciso uma pessoa. Ninguém entra.",
    en: "Goes up to where a person would be needed. Nobody is signed in.",
  },
  steps: { begin: { pt: "Início", en: "Begin" }, credentials: { pt: "ID e segredo", en: "Client id and secret" } },
  outcomes: {
    ok: { pt: "certo", en: "well" },
    failed: { pt: "falhou", en: "failed" },
    unclear: { pt: "não está claro", en: "unclear" },
  },
});
