// What the list can show beside one entry: its neighbours in time, and those with the same user, address or request.
import { Icon } from "../../ui/icon.tsx";
import { MenuButton, type MenuItem } from "../../ui/menu.tsx";
import { useConsole } from "../data/console.ts";
import { type AuditQuery, around, auditAddress } from "./audit_query.ts";
import { menuWords } from "./words.ts";

interface LineMenuProps {
  query: AuditQuery;
  at: string;
  ip: string | undefined;
  request: string | undefined;
  user: string | undefined;
}

export function LineMenu({ query, at, ip, request, user }: LineMenuProps) {
  const console = useConsole();
  const copy = (text: string) => navigator.clipboard.writeText(text).then(() => (console.message.value = menuWords.copied));
  const items: (MenuItem | false | "" | undefined)[] = [
    { label: menuWords.around, go: around(query, at) },
    user && { label: menuWords.sameUser, go: auditAddress(query, { user_id: user }) },
    ip && { label: menuWords.sameAddress, go: auditAddress(query, { ip_address: ip }) },
    request && { label: menuWords.sameRequest, go: auditAddress(query, { request_id: request }) },
    request && { label: menuWords.copyRequest, go: () => void copy(request) },
  ];
  return (
    <MenuButton
      class="quiet row-link"
      label={menuWords.more}
      name={menuWords.more}
      items={items.filter((each) => typeof each === "object")}
    >
      <Icon name="more" />
    </MenuButton>
  );
}
