// How many users a page of the list has: a choice that this browser remembers.
import { type Signal, signal } from "@preact/signals";
import { readLocal, storeLocal } from "../../local_storage.ts";

export const PAGE_SIZES = [25, 50, 100, 250] as const;

const DEFAULT = 50;
const NAME = "cofre-console-page-size";

export function storedPageSize(): Signal<number> {
  return signal(PAGE_SIZES.find((each) => String(each) === readLocal(NAME)) ?? DEFAULT);
}

export function choosePageSize(pageSize: Signal<number>, count: number): void {
  pageSize.value = count;
  storeLocal(NAME, String(count));
}
