// The head of a screen: whose space it shows, its title and its tools.
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import type { OpenSpace } from "../data/stored_space.ts";
import { useStore } from "../data/use_store.ts";
import { Empty } from "../ui/empty.tsx";
import { Icon } from "../ui/icon.tsx";
import { joinParts } from "../ui/join_parts.ts";
import { shellWords } from "./words.ts";

interface ScreenProps {
  title: string;
  tools?: ComponentChildren;
  /** Viewers get a message instead of its content. */
  writes?: boolean;
  children: ComponentChildren;
}

export function Screen({ title, tools, writes = false, children }: ScreenProps) {
  const store = useStore();
  const { hasOthers } = store.openSpace.value;
  const name = nameOfSpace(store.openSpace.value);
  useEffect(() => {
    document.title = joinParts(title, hasOthers && name, document.documentElement.dataset.brand);
  }, [title, hasOthers, name]);
  return (
    <>
      <header class="screen-head">
        <div>
          <SpaceName />
          <h1>{title}</h1>
        </div>
        {tools}
      </header>
      {writes && store.isReadOnly.value ? (
        <div class="panel">
          <Empty text={shellWords.readOnly} />
        </div>
      ) : (
        children
      )}
    </>
  );
}

const nameOfSpace = ({ isOwn, name }: OpenSpace) => (isOwn ? shellWords.space.own : shellWords.space.of(name));

/** A plain name if it is the only space, else a link; another user's space is highlighted. */
function SpaceName() {
  const store = useStore();
  const { isOwn, hasOthers } = store.openSpace.value;
  const name = nameOfSpace(store.openSpace.value);
  if (!hasOthers) return <p class="space-name">{name}</p>;
  return (
    <a class={isOwn ? "space-name several" : "space-name several foreign"} href="/settings/household">
      <span>
        <Icon name="home" />
        {name}
      </span>
    </a>
  );
}
