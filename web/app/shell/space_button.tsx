// Whose space is open, on every screen: name, colour and people. It opens the menu of spaces, which loads when it is needed.
import { useSignal } from "@preact/signals";
import type { FunctionComponent } from "preact";
import { useRef } from "preact/hooks";
import type { OpenSpace } from "../data/stored_space.ts";
import { useStore } from "../data/use_store.ts";
import { PersonMark } from "../ledger/person_mark.tsx";
import type { IconName } from "../rules/icons.ts";
import { Icon } from "../ui/icon.tsx";
import { shellWords } from "./words.ts";

type SpaceMenu = FunctionComponent<{ button: HTMLButtonElement; onClose: () => void }>;

export function SpaceButton() {
  const store = useStore();
  const button = useRef<HTMLButtonElement>(null);
  const menu = useSignal<{ SpaceMenu: SpaceMenu } | undefined>(undefined);
  const close = () => (menu.value = undefined);
  const view = store.openSpace.value;
  const name = view.name || (store.spaceId.value === "" && shellWords.space.own);
  const Menu = menu.value?.SpaceMenu;
  return (
    <>
      <button
        ref={button}
        type="button"
        class="space-button"
        aria-haspopup="menu"
        aria-expanded={Menu !== undefined}
        // The menu would close on pointerdown and open again on click.
        onPointerDown={(event) => Menu && event.stopPropagation()}
        onClick={() => (Menu ? close() : void import("./space_menu.tsx").then((loaded) => (menu.value = loaded)))}
      >
        <SpaceView view={{ ...view, name: name || "" }} />
        <Icon name="switch" />
      </button>
      {Menu && <Menu button={button.current as HTMLButtonElement} onClose={close} />}
    </>
  );
}

export function SpaceView({ view: { name, people, mark, circles } }: { view: OpenSpace }) {
  const [colour, icon = "user"] = mark.split(" ");
  return (
    <>
      <span class="space-mark" style={colour && { "--colour": `var(--chart-${colour})` }}>
        <Icon name={icon as IconName} />
      </span>
      <span class="what">
        <strong>{name}</strong>
        <small>{people}</small>
      </span>
      <span class="people">
        {circles.match(/\d+[^,]*/g)?.map((each) => (
          <PersonMark key={each} initials={each.replace(/^\d+/, "")} colour={Number.parseInt(each, 10)} />
        ))}
      </span>
    </>
  );
}
