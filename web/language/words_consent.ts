// The words of the page that asks whether an app may come in.

function dayIn(language: string, at: Date): string {
  return new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" }).format(at);
}

export const CONSENT = {
  "pt-BR": {
    title: "Deixar um aplicativo entrar",
    asks: "quer usar sua conta",
    cameByItself: (at: Date, host: string) =>
      `Este aplicativo se cadastrou sozinho em ${dayIn("pt-BR", at)}, com o endereço ${host}. O nome foi ele que escolheu; ninguém conferiu quem está por trás.`,
    as: (email: string) => `Você entrou como ${email}.`,
    goesTo: (host: string) => `A resposta vai para ${host}.`,
    where: (hosts: string) => `Isso vale em ${hosts}.`,
    may: (scope: string) => `Permissão ${scope}`,
    scopes: {
      openid: "Saber que é você",
      email: "Ver seu e-mail",
      phone: "Ver seu telefone",
      profile: "Ver seu nome e sua foto",
      offline_access: "Manter o acesso quando você não estiver usando",
    },
    untilRevoked: "O acesso vale até você retirá-lo nas configurações.",
    once: "O acesso termina sozinho, em pouco tempo.",
    remember: "Não perguntar de novo sobre estas permissões",
    approve: "Permitir",
    deny: "Não permitir",
    overTitle: "Este pedido não vale mais",
    over: "O pedido já foi respondido, venceu ou é de outra pessoa. Volte ao aplicativo e comece de novo.",
    onTitle: "Continuando",
    on: "Continuar",
  },
  en: {
    title: "Let an app in",
    asks: "wants to use your account",
    cameByItself: (at: Date, host: string) =>
      `This app registered itself on ${dayIn("en-US", at)}, with the address ${host}. It chose its own name, and nobody has checked who is behind it.`,
    as: (email: string) => `You are signed in as ${email}.`,
    goesTo: (host: string) => `The answer goes to ${host}.`,
    where: (hosts: string) => `This is about ${hosts}.`,
    may: (scope: string) => `Permission ${scope}`,
    scopes: {
      openid: "Know that it is you",
      email: "See your email",
      phone: "See your phone number",
      profile: "See your name and picture",
      offline_access: "Keep its access while you are away",
    },
    untilRevoked: "Access lasts until you take it back in the settings.",
    once: "Access ends by itself, after a short while.",
    remember: "Do not ask again for these permissions",
    approve: "Allow",
    deny: "Do not allow",
    overTitle: "This request is over",
    over: "It was answered already, took too long, or is somebody else's. Go back to the app and begin again.",
    onTitle: "Going on",
    on: "Go on",
  },
};
