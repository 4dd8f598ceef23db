// The whole state of the console, in one value. `main.tsx` creates it; components get it from `useConsole`.
import { type Signal, signal } from "@preact/signals";
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Refusal } from "../../rules/records.ts";

export const ROLES = ["viewer", "support", "security", "admin", "owner"] as const;

export type Role = (typeof ROLES)[number];

export interface Administrator {
  id: string;
  email: string;
  role: Role;
  rights: readonly string[];
  /** Those of them for which they have to say why. */
  graveRights: readonly string[];
  /** Whether the code of an authenticator app proves again who they are. */
  proofByCode: boolean;
}

export interface LoadState<T> {
  data?: T;
  problem?: Refusal;
  /** If loading failed: when the data that is still shown was loaded, in milliseconds. */
  at?: number;
}

interface CachedReply {
  state: Signal<LoadState<unknown>>;
  /** How many components show it. */
  users: number;
}

export interface Console {
  administrator: Signal<Administrator | undefined>;
  /** Why the console does not open. */
  refusal: Signal<Refusal | undefined>;
  message: Signal<string>;
  /** Resolves what waits for a new proof of who is signed in, while it is asked for. */
  proofAsked: Signal<PromiseWithResolvers<boolean> | undefined>;
  /** Nobody has used it for a while: nothing is shown until they prove who they are. */
  isLocked: Signal<boolean>;
  isPaletteOpen: Signal<boolean>;
  /** The last replies, by path. Nothing is stored in the browser. */
  replies: Map<string, CachedReply>;
}

export function createConsole(): Console {
  return {
    administrator: signal(undefined),
    refusal: signal(undefined),
    message: signal(""),
    proofAsked: signal(undefined),
    isLocked: signal(false),
    isPaletteOpen: signal(false),
    replies: new Map(),
  };
}

/** The screens hide what would be refused; auth decides. */
export const may = ({ administrator }: Console, right: string): boolean => administrator.value?.rights.includes(right) === true;

export const needsReason = ({ administrator }: Console, right: string): boolean =>
  administrator.value?.graveRights.includes(right) === true;

export const ConsoleContext = createContext<Console | undefined>(undefined);

export function useConsole(): Console {
  return useContext(ConsoleContext) as Console;
}
