// Texts of the try of a sign-in at a provider.
import { texts } from "../../language.ts";

export const signInTryWords = texts({
  open: { pt: "Entrar de teste", en: "Try a sign-in" },
  title: { pt: (name: string) => `Entrar de teste: ${name}`, en: (name: string) => `Try a sign-in: ${name}` },
  text: {
    pt: "Entre no provedor em outra aba, como uma pessoa entraria. Aqui ninguém entra, nenhuma conta muda, e só você vê o que o provedor disser.",
    en: "Sign in at the provider in another tab, as a person would. Nobody is signed in here, no account changes, and you alone see what the provider says.",
  },
  go: { pt: (name: string) => `Abrir ${name} em outra aba`, en: (name: string) => `Open ${name} in another tab` },
  states: {
    waiting: { pt: "O link vale uma vez, por dez minutos.", en: "The link is good once, for ten minutes." },
    open: {
      pt: "Esperando a volta do provedor. Se ele recusar o endereço de retorno, registre lá o que esta tela mostra.",
      en: "Waiting for the provider. If it refuses the redirect URI, register the one that this screen shows.",
    },
  },
  again: { pt: "Testar de novo", en: "Try again" },
  failed: { pt: "Não deu certo:", en: "It failed:" },
  person: { pt: "Quem o Cofre reconheceria", en: "Whom Cofre would take it for" },
  id: { pt: "ID no provedor", en: "Id at the provider" },
  email: { pt: "E-mail", en: "Email address" },
  name: { pt: "Nome", en: "Name" },
  none: { pt: "nenhum", en: "none" },
  verified: { pt: "verificado", en: "verified" },
  notVerified: { pt: "não verificado", en: "not verified" },
  idToken: { pt: "Token de identidade", en: "Identity token" },
  answer: { pt: "Resposta da API do provedor", en: "Answer of the provider's API" },
  hints: {
    client: { pt: "Corrija o ID e o segredo do cliente.", en: "Correct the client id and the secret." },
    redirect: { pt: "Registre o endereço de retorno no provedor.", en: "Register the redirect URI at the provider." },
    code: {
      pt: "O provedor não aceitou o código. Veja se o endereço de retorno e o PKCE estão como ele espera.",
      en: "The provider refused the code. See that redirect URI and PKCE are as it expects.",
    },
    scope: { pt: "O provedor não conhece um dos escopos.", en: "The provider does not know one of the scopes." },
    declined: {
      pt: "Quem entrou disse não, ou não pode usar este cliente.",
      en: "Whoever signed in said no, or may not use this client.",
    },
    id_token: {
      pt: "O token de identidade não confere. Veja o emissor e o ID do cliente.",
      en: "The identity token does not check out. See the issuer and the client id.",
    },
    person: {
      pt: "Falta o ID da pessoa, ou a resposta é outra. Veja os escopos e o mapeamento de atributos.",
      en: "The person's id is missing, or the answer is another one. See the scopes and the attribute mapping.",
    },
    email: {
      pt: "Peça o escopo do e-mail, mapeie o atributo, ou aceite contas sem e-mail.",
      en: "Ask for the scope of the address, map the attribute, or accept accounts without an address.",
    },
    reach: {
      pt: "Veja os endereços do provedor, e se ele está no ar.",
      en: "See the provider's addresses, and whether it is up.",
    },
  },
});
