// Made from web/assets/screens.ts when the app is bundled: every screen but quick entry, which is part of the app itself.
declare module "cofre:screens" {
  export const screens: import("./router.ts").Screens;
}
