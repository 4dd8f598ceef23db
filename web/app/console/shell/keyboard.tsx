// Shortcuts of the console, and the palette that goes to a screen or a user.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { ranked } from "../../rules/ranking.ts";
import { route } from "../../shell/router.ts";
import { Combobox } from "../../ui/combobox.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { askAdmin } from "../data/ask.ts";
import { may, useConsole } from "../data/console.ts";
import { nameOf, type User } from "../users/user_record.ts";
import { PLACES } from "./navigation.ts";
import { paletteWords } from "./words.ts";

export function Keyboard() {
  const { isPaletteOpen } = useConsole();
  const isHelpOpen = useSignal(false);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey)) isPaletteOpen.value = true;
      else if (isTyping(event) || event.ctrlKey || event.metaKey || event.altKey) return;
      else if (event.key === "?") isHelpOpen.value = true;
      else if (event.key === "/") document.querySelector<HTMLElement>("main input[type=search]")?.focus();
      else if (event.key === "j" || event.key === "k") moveRow(event.key === "j" ? 1 : -1);
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
  return (
    <>
      {isPaletteOpen.value && <Palette onClose={() => (isPaletteOpen.value = false)} />}
      {isHelpOpen.value && <Help onClose={() => (isHelpOpen.value = false)} />}
    </>
  );
}

const isTyping = ({ target }: Event) =>
  target instanceof Element && target.closest("input, select, textarea, dialog, [role=menu]") !== null;

/** Rows are reached by the link in them. */
function moveRow(by: number): void {
  const links = [...document.querySelectorAll<HTMLElement>("main .row-link")];
  const at = links.indexOf(document.activeElement as HTMLElement);
  links[Math.max(0, Math.min(links.length - 1, at < 0 ? 0 : at + by))]?.focus();
}

interface Goal {
  kind: keyof typeof paletteWords.kinds;
  name: string;
  url: string;
}

const SEARCH_AFTER_MS = 200;

function Palette({ onClose }: { onClose: () => void }) {
  const console = useConsole();
  const typed = useSignal("");
  const users = useSignal<Goal[]>([]);
  useEffect(() => {
    if (typed.value.trim().length < 3 || !may(console, "users:read")) {
      users.value = [];
      return undefined;
    }
    const search = new URLSearchParams({ search: typed.value.trim(), limit: "6" });
    const timer = setTimeout(() => {
      askAdmin<{ users: User[] }>(console, `/users?${search}`).then(
        ({ answer }) => {
          users.value = answer.users.map((user) => ({ kind: "user", name: nameOf(user), url: `/admin/users/${user.id}` }));
        },
        () => {},
      );
    }, SEARCH_AFTER_MS);
    return () => clearTimeout(timer);
  }, [typed.value]);
  const screens = PLACES.filter(({ right }) => may(console, right)).map(
    ({ url, label }): Goal => ({ kind: "screen", name: label, url }),
  );
  return (
    <Dialog title={paletteWords.title} onClose={onClose}>
      <Combobox
        value={typed.value}
        onInput={(value) => (typed.value = value)}
        items={[...ranked(screens, typed.value, ({ name }) => name), ...users.value]}
        keyOf={({ url }) => url}
        show={({ kind, name }) => (
          <>
            <span>{name}</span>
            <span class="hint">{paletteWords.kinds[kind]}</span>
          </>
        )}
        onChoose={({ url }) => {
          onClose();
          route(url);
        }}
        listLabel={paletteWords.list}
        takesFirst
        alwaysOpen
        input={{ "aria-label": paletteWords.label, placeholder: paletteWords.label, autoFocus: true }}
      />
    </Dialog>
  );
}

function Help({ onClose }: { onClose: () => void }) {
  const keys = paletteWords.keys;
  const lines = [
    ["Ctrl K", keys.palette],
    ["/", keys.search],
    ["J", keys.next],
    ["K", keys.previous],
    ["Enter", keys.open],
    ["?", keys.help],
  ];
  return (
    <Dialog title={keys.title} onClose={onClose}>
      <dl class="keys">
        {lines.map(([key, text]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
