// The words of the page for those who sign in by their company.

export const SSO = {
  "pt-BR": {
    way: "Entrar com a conta da empresa",
    title: "Conta da empresa",
    explain: "Diga seu e-mail de trabalho, e você entra pela página da sua empresa.",
    act: "Continuar",
    unknown: "Ninguém entra por uma empresa com este e-mail. Confira, ou entre de outro jeito.",
  },
  en: {
    way: "Sign in with your company",
    title: "Company account",
    explain: "Tell us your work email, and you sign in at your company's page.",
    act: "Continue",
    unknown: "Nobody signs in by a company with this email. Check it, or sign in another way.",
  },
};
