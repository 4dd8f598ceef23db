// Texts of the list of administrators.
import { texts } from "../../language.ts";

export const administratorsWords = texts({
  title: { pt: "Administradores", en: "Administrators" },
  hint: {
    pt: "Usuários com um papel neste servidor. Cada um entra com a própria conta e um segundo fator.",
    en: "Users with a role on this server. Each signs in with their own account and a second factor.",
  },
  impersonation: { pt: "Ver uma conta como a pessoa vê", en: "Seeing an account as its user does" },
  impersonationHint: {
    pt: "Só donos ligam isto. Quem vê não muda nada, e a pessoa recebe um aviso.",
    en: "Only owners turn this on. Whoever looks changes nothing, and the user is told.",
  },
  none: { pt: "Ninguém tem um papel.", en: "Nobody has a role." },
  add: { pt: "Dar um papel", en: "Grant a role" },
  addHint: { pt: "A pessoa já precisa ter uma conta aqui.", en: "The person needs an account here already." },
  added: { pt: "Papel dado", en: "Role granted" },
  email: { pt: "E-mail", en: "Email" },
  role: { pt: "Papel", en: "Role" },
  unknown: { pt: "Ninguém aqui tem este e-mail.", en: "Nobody here has this email." },
  noFactor: { pt: "sem segundo fator", en: "no second factor" },
  since: { pt: (moment: string) => `desde ${moment}`, en: (moment: string) => `since ${moment}` },
  used: { pt: (moment: string) => `entrou em ${moment}`, en: (moment: string) => `signed in ${moment}` },
  change: { pt: "Mudar papel", en: "Change role" },
  changed: { pt: "Papel mudado", en: "Role changed" },
  remove: { pt: "Tirar", en: "Remove" },
  removeAsk: { pt: "Tirar o papel desta pessoa?", en: "Take the role away from this person?" },
  removeHint: { pt: "Vale na hora. A conta dela continua.", en: "It holds at once. Their account stays." },
  roles: {
    viewer: { pt: "Lê tudo e não muda nada.", en: "Reads everything and changes nothing." },
    support: {
      pt: "Convida, desbloqueia, encerra sessões e remove segundos fatores.",
      en: "Invites, unbans, ends sessions and removes second factors.",
    },
    security: { pt: "Cuida de chaves, webhooks e sessões.", en: "Looks after keys, webhooks and sessions." },
    admin: { pt: "Faz tudo, menos nomear administradores.", en: "Does everything but name administrators." },
    owner: { pt: "Faz tudo.", en: "Does everything." },
  },
});
