// Made from web/assets/screens.ts when the console is bundled.
declare module "cofre:console_screens" {
  export const screens: import("../shell/router.ts").Screens;
}
