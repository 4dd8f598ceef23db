// The words of the theme in Portuguese.

export const PORTUGUESE = {
  outline: { level: [2, 3], label: "Nesta página" },
  docFooter: { prev: "Página anterior", next: "Próxima página" },
  darkModeSwitchLabel: "Aparência",
  lightModeSwitchTitle: "Mudar para o tema claro",
  darkModeSwitchTitle: "Mudar para o tema escuro",
  sidebarMenuLabel: "Páginas",
  returnToTopLabel: "Voltar ao topo",
  langMenuLabel: "Idioma",
  skipToContentLabel: "Ir para o conteúdo",
};

export const SEARCH_IN_PORTUGUESE = {
  button: { buttonText: "Buscar", buttonAriaLabel: "Buscar" },
  modal: {
    displayDetails: "Mostrar detalhes",
    resetButtonTitle: "Limpar a busca",
    backButtonTitle: "Fechar a busca",
    noResultsText: "Nada encontrado para",
    footer: { selectText: "abrir", navigateText: "navegar", closeText: "fechar" },
  },
};
