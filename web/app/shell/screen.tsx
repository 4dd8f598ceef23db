// The head of a screen: whose space it shows, its title and its tools.
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { useStore } from "../data/use_store.ts";
import { Empty } from "../ui/empty.tsx";
import { joinParts } from "../ui/join_parts.ts";
import { SpaceButton } from "./space_button.tsx";
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
  const { name } = store.openSpace.value;
  useEffect(() => {
    document.title = joinParts(title, store.spaceId.value && name, document.documentElement.dataset.brand);
  }, [title, name]);
  return (
    <>
      <header class="screen-head">
        <div>
          <SpaceButton />
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
