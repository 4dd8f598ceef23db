// The store, for components.
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Store } from "./store.ts";

export const StoreContext = createContext<Store | undefined>(undefined);

export function useStore(): Store {
  return useContext(StoreContext) as Store;
}
