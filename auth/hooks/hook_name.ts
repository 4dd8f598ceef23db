// How a hook is named in addresses: as its variables are, such as `custom_access_token`.
import { HOOKS, type HookName } from "../config/hooks.ts";

export const HOOK_NAMES = Object.keys(HOOKS) as HookName[];

export const nameOfHook = (hook: HookName): string => HOOKS[hook].variable.toLowerCase();
