// The words of the page that explains how a phone or computer trusts this server.

export const TRUST = {
  "pt-BR": {
    title: "Este aparelho e o Cofre",
    lead: "Este servidor fica na sua casa e tem um certificado próprio. Instale-o uma vez, e o aviso do navegador some.",
    compare: "Primeiro confira: o terminal onde o Cofre foi iniciado mostra a mesma impressão digital?",
    fingerprint: "Impressão digital (SHA-256)",
    different: "Se for diferente, pare: alguém na rede pode estar se passando por este servidor.",
    devices: {
      ios: {
        name: "iPhone e iPad",
        act: "Baixar o perfil",
        steps: [
          "Abra esta página no Safari, baixe o perfil e permita.",
          "Em Ajustes, toque em “Perfil Baixado” e em Instalar.",
          "Em Ajustes › Geral › Sobre › Confiança nos Certificados, ative “{name}”.",
        ],
      },
      android: {
        name: "Android",
        act: "Baixar o certificado",
        steps: [
          "Baixe o certificado.",
          "Em Configurações, procure por “certificado de CA” e toque em Instalar mesmo assim.",
          "Escolha o arquivo cofre.crt. O Android passa a avisar que a rede pode ser monitorada: é este certificado.",
        ],
      },
      computer: {
        name: "Computador",
        act: "Baixar o certificado",
        steps: [
          "macOS: abra o arquivo, e no Acesso às Chaves marque “{name}” como Confiar Sempre.",
          "Windows: abra o arquivo, Instalar Certificado, Autoridades de Certificação Raiz Confiáveis.",
          "Firefox: Configurações › Certificados › Autoridades › Importar, para identificar sites.",
        ],
      },
    },
    limits: "O certificado vale só para endereços desta rede e para o nome deste servidor; sites da internet ele não alcança.",
    passkeys: "Chaves de acesso precisam de um nome e não funcionam em um endereço só de números.",
    open: "Abrir o Cofre",
  },
  en: {
    title: "This device and Cofre",
    lead: "This server is in your home and has a certificate of its own. Install it once, and the browser stops warning.",
    compare: "Compare first: does the terminal in which Cofre was started show the same fingerprint?",
    fingerprint: "Fingerprint (SHA-256)",
    different: "If it differs, stop: somebody in the network may pretend to be this server.",
    devices: {
      ios: {
        name: "iPhone and iPad",
        act: "Download the profile",
        steps: [
          "Open this page in Safari, download the profile and allow it.",
          "In Settings, tap “Profile Downloaded”, then Install.",
          "In Settings › General › About › Certificate Trust Settings, switch “{name}” on.",
        ],
      },
      android: {
        name: "Android",
        act: "Download the certificate",
        steps: [
          "Download the certificate.",
          "In Settings, search for “CA certificate”, and tap Install anyway.",
          "Choose the file cofre.crt. Android then says that the network may be monitored: it means this certificate.",
        ],
      },
      computer: {
        name: "Computer",
        act: "Download the certificate",
        steps: [
          "macOS: open the file, and in Keychain Access set “{name}” to Always Trust.",
          "Windows: open the file, Install Certificate, Trusted Root Certification Authorities.",
          "Firefox: Settings › Certificates › Authorities › Import, to identify websites.",
        ],
      },
    },
    limits:
      "The certificate is good for addresses of this network and for this server's name alone; it reaches no site of the internet.",
    passkeys: "Passkeys need a name and do not work at an address made of digits.",
    open: "Open Cofre",
  },
};
