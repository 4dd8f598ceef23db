// The menu of spaces: all of them, an invitation to another, and inviting somebody into this one.

import { isFurther, nameOf, type SpaceRecord, viewOf } from "../data/note_spaces.ts";
import { inviterOf, joinSpace, RECEIVED, type ReceivedInvitation } from "../data/received_invitations.ts";
import { load } from "../data/replies.ts";
import { chooseSpace } from "../data/space.ts";
import { spaceWords } from "../data/space_words.ts";
import type { Store } from "../data/store.ts";
import { useData } from "../data/use_data.ts";
import { useStore } from "../data/use_store.ts";
import { PersonMark } from "../ledger/person_mark.tsx";
import { initialsOf, personColour } from "../rules/initials.ts";
import type { Refusal } from "../rules/records.ts";
import { Icon } from "../ui/icon.tsx";
import { Menu, type MenuItem, placeBelow } from "../ui/menu.tsx";
import { reasonOf } from "../ui/problems.tsx";
import { uiWords } from "../ui/words.ts";
import { route } from "./router.ts";
import { SpaceView } from "./space_button.tsx";

export function SpaceMenu({ button, onClose }: { button: HTMLButtonElement; onClose: () => void }) {
  const store = useStore();
  const { data: spaces, problem } = useData<SpaceRecord[]>("/spaces");
  const received = useData<ReceivedInvitation[]>(RECEIVED).data ?? [];
  if (!spaces && !problem) return null;
  const items = spaces ? itemsOf(store, spaces, received) : [failed(store)];
  return <Menu label={spaceWords.spaces} items={items} place={placeBelow(button)} onClose={onClose} />;
}

const failed = (store: Store): MenuItem => ({
  label: `${uiWords.problems.title}. ${uiWords.problems.retry}`,
  icon: "repeat",
  go: () => void load(store, "/spaces"),
});

function itemsOf(store: Store, spaces: readonly SpaceRecord[], received: readonly ReceivedInvitation[]): MenuItem[] {
  const current = spaces.find((each) => each.current);
  const invite = "/settings/household?invite=yes";
  return [
    ...spaces.map((space) => spaceItem(store, space, spaces)),
    ...received.map((invitation, index) => ({ ...invitationItem(store, invitation), isDivided: index === 0 })),
    ...(current?.role === "owner"
      ? [{ label: spaceWords.invite(inText(current)), icon: "users" as const, isDivided: true, go: () => void route(invite) }]
      : []),
    {
      label: spaceWords.add,
      icon: "plus",
      isDivided: current?.role !== "owner",
      go: () => void route("/settings/household?add=yes"),
    },
    { label: spaceWords.manage, icon: "settings", go: () => void route("/settings/household") },
  ];
}

/** Within a sentence. */
const inText = (space: SpaceRecord) => (isFurther(space) ? space.name : nameOf(space).toLocaleLowerCase());

function spaceItem(store: Store, space: SpaceRecord, spaces: readonly SpaceRecord[]): MenuItem {
  const view = viewOf(space, spaces);
  return {
    label: view.name,
    content: (
      <span class="space-item">
        <SpaceView view={view} />
        {space.current && <Icon name="check" />}
      </span>
    ),
    isChecked: space.current,
    go: () => {
      if (!space.current) chooseSpace(store, space.own ? "" : String(space.id));
    },
  };
}

function invitationItem(store: Store, invitation: ReceivedInvitation): MenuItem {
  const name = inviterOf(invitation);
  const [title, hint] = [spaceWords.invites(name), spaceWords.into(invitation.space_name, invitation.members)];
  return {
    label: title,
    content: (
      <span class="space-item">
        <PersonMark initials={initialsOf(name)} colour={personColour(invitation.id)} />
        <span class="what">
          <strong>{title}</strong>
          <small>{hint}</small>
        </span>
        <span class="join">{spaceWords.join}</span>
      </span>
    ),
    go: () =>
      void joinSpace(store, invitation).catch((error: Refusal) => {
        store.message.value = { text: reasonOf(error) };
      }),
  };
}
