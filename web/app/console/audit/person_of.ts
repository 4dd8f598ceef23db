// The name of a user whose id is in an address; the start of the id where there is none to be had.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { askAdmin } from "../data/ask.ts";
import { may, useConsole } from "../data/console.ts";
import { nameOf, type User, type UserPage } from "../users/user_record.ts";

export function useNameOf(id: string | undefined): string | undefined {
  const console = useConsole();
  const name = useSignal<string | undefined>(undefined);
  useEffect(() => {
    name.value = undefined;
    if (id === undefined || !may(console, "users:read")) return;
    askAdmin<User>(console, `/users/${id}`).then(
      ({ answer }) => (name.value = nameOf(answer)),
      () => {},
    );
  }, [id]);
  return id && (name.value ?? `${id.slice(0, 8)}…`);
}

/** By address, phone number or id. Undefined where nobody has it. */
export async function idOf(console: Parameters<typeof askAdmin>[0], text: string): Promise<string | undefined> {
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)) return text.toLowerCase();
  const { answer } = await askAdmin<UserPage>(console, `/users?${new URLSearchParams({ search: text, limit: "5" })}`);
  const phone = text.replace(/^\+/, "");
  return answer.users.find((user) => user.email === text.toLowerCase() || (phone !== "" && user.phone === phone))?.id;
}
