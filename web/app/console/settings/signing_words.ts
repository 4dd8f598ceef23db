// Texts of the keys that sign access tokens, and of the screen of sessions.
import { texts } from "../../language.ts";

export const sessionsWords = texts({
  title: { pt: "Sessões e chaves", en: "Sessions and keys" },
  hint: {
    pt: "O que assina tokens, e quanto duram tokens e sessões.",
    en: "What signs tokens, and how long tokens and sessions live.",
  },
  tokens: { pt: "Tokens", en: "Tokens" },
  sessions: { pt: "Sessões", en: "Sessions" },
});

export const signingWords = texts({
  title: { pt: "Chaves de assinatura", en: "Signing keys" },
  hint: {
    pt: "Uma assina os tokens de acesso; as outras só os verificam. Troque-as uma de cada vez, e ninguém precisa entrar de novo.",
    en: "One signs access tokens; the others only verify them. Replace them one by one, and nobody has to sign in again.",
  },
  locked: {
    pt: "As chaves vêm do ambiente do servidor (JWT_KEYS), ou ele ignora o que se guarda aqui.",
    en: "The keys come from the server's environment (JWT_KEYS), or it ignores what is stored here.",
  },
  published: { pt: "Outros serviços as encontram em", en: "Other services find them at" },
  statuses: {
    in_use: { pt: "assina", en: "signs" },
    standby: { pt: "à espera", en: "on standby" },
    previously_used: { pt: "só verifica", en: "only verifies" },
  },
  since: { pt: (moment: string) => `desde ${moment}`, en: (moment: string) => `since ${moment}` },
  waits: {
    pt: (moment: string) => `Espere até ${moment}: até lá outros serviços podem não conhecê-la.`,
    en: (moment: string) => `Wait until ${moment}: before that other services may not know it.`,
  },
  ready: { pt: "Pode assinar agora.", en: "It can sign now." },
  tokensUntil: {
    pt: (moment: string) => `Tokens que ela assinou podem valer até ${moment}.`,
    en: (moment: string) => `Tokens that it signed may be valid until ${moment}.`,
  },
  over: { pt: "Nenhum token depende mais dela.", en: "No token depends on it any more." },
  add: { pt: "Criar chave", en: "Create key" },
  addHint: {
    pt: "Ela é publicada e verifica tokens, mas ainda não assina. Um serviço que só conhece JWT_SECRET recusa tokens dela.",
    en: "It is published and verifies tokens, but does not sign yet. A service that knows JWT_SECRET alone refuses its tokens.",
  },
  algorithm: { pt: "Algoritmo", en: "Algorithm" },
  added: { pt: "Chave criada.", en: "Key created." },
  sign: { pt: "Usar", en: "Use" },
  signAsk: { pt: "Assinar com esta chave?", en: "Sign with this key?" },
  signHint: {
    pt: "A que assina agora continua verificando, para que ninguém precise entrar de novo.",
    en: "The one that signs now goes on verifying, so that nobody has to sign in again.",
  },
  signForce: { pt: "Usar antes da hora", en: "Use it before its time" },
  signs: { pt: "Esta chave assina agora.", en: "This key signs now." },
  retire: { pt: "Aposentar", en: "Retire" },
  retireAsk: { pt: "Aposentar esta chave?", en: "Retire this key?" },
  retireHint: {
    pt: "Tokens que ela assinou são recusados daí em diante.",
    en: "Tokens that it signed are refused from then on.",
  },
  retireForce: { pt: "Recusar também tokens que ainda valem", en: "Refuse tokens that are still valid, too" },
  retired: { pt: "Chave aposentada.", en: "Key retired." },
});
