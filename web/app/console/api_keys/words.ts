// Texts of the list of API keys.
import { texts } from "../../language.ts";

export const keysWords = texts({
  title: { pt: "Chaves de API", en: "API keys" },
  hint: {
    pt: "Para programas: cada chave com os seus direitos, a sua rede e o seu fim.",
    en: "For programs: each key with its own rights, networks and end.",
  },
  none: { pt: "Nenhuma chave. Crie uma para cada programa.", en: "No keys. Create one for each program." },
  create: { pt: "Criar chave", en: "Create key" },
  name: { pt: "Nome", en: "Name" },
  rights: { pt: "Direitos", en: "Rights" },
  noRights: { pt: "Escolha ao menos um direito.", en: "Choose at least one right." },
  networks: { pt: "Redes", en: "Networks" },
  networksHint: { pt: "Como 10.0.0.0/8. Vazio: de qualquer lugar.", en: "Such as 10.0.0.0/8. Empty: from anywhere." },
  days: { pt: "Vale por", en: "Good for" },
  inDays: { pt: (days: string) => `${days} dias`, en: (days: string) => `${days} days` },
  over: { pt: "vencida", en: "expired" },
  expires: { pt: (day: string) => `até ${day}`, en: (day: string) => `until ${day}` },
  used: {
    pt: (moment: string, ip: string) => `usada em ${moment} de ${ip}`,
    en: (moment: string, ip: string) => `used ${moment} from ${ip}`,
  },
  unused: { pt: "nunca usada", en: "never used" },
  rotate: { pt: "Trocar", en: "Rotate" },
  rotateAsk: { pt: "Trocar o segredo desta chave?", en: "Rotate the secret of this key?" },
  rotateHint: { pt: "O antigo ainda vale por 24 horas.", en: "The old one is good for 24 more hours." },
  delete: { pt: "Excluir", en: "Delete" },
  deleteAsk: { pt: "Excluir esta chave?", en: "Delete this key?" },
  deleteHint: { pt: "Programas que a usam são recusados na hora.", en: "Programs that use it are refused at once." },
  secret: { pt: "A nova chave", en: "The new key" },
  secretHint: { pt: "Copie agora: ela não aparece de novo.", en: "Copy it now: it is not shown again." },
});
