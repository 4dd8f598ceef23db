// /settings/household: the user's spaces, their members and roles, and invitations.
import { useSignal } from "@preact/signals";
import { write } from "../data/api.ts";
import { Loading } from "../data/loading.tsx";
import { nameOf, type SpaceRecord } from "../data/note_spaces.ts";
import { chooseSpace } from "../data/space.ts";
import { useData } from "../data/use_data.ts";
import { useStore } from "../data/use_store.ts";
import { PersonMark } from "../ledger/person_mark.tsx";
import { initialsOf, personColour } from "../rules/initials.ts";
import { Confirm } from "../ui/confirm.tsx";
import { FormDialog } from "../ui/dialog.tsx";
import { SelectField } from "../ui/form.tsx";
import { day, Line, Section } from "../ui/sections.tsx";
import { useSending } from "../ui/use_sending.ts";
import { formWords } from "../ui/words.ts";
import { householdWords } from "./household_words.ts";
import { Invitations } from "./invitations.tsx";
import { MonthStart } from "./month_start.tsx";
import { Received } from "./received.tsx";
import { ROLES, type Role } from "./roles.ts";
import { Spaces } from "./spaces.tsx";

interface Member {
  user_id: number;
  role: Role;
  name: string;
  email: string;
  own: boolean;
  since: string;
}

export function Household() {
  const spaces = useData<SpaceRecord[]>("/spaces");
  return (
    <Loading from={spaces} path="/spaces">
      {(all) => {
        const current = all.find((each) => each.current);
        const isOwner = current?.role === "owner";
        return (
          <>
            <Received />
            <Spaces spaces={all} />
            <Members isOwner={isOwner} title={current ? householdWords.sharers(nameOf(current)) : ""} />
            {isOwner && <Invitations />}
            <MonthStart isOwner={isOwner} />
          </>
        );
      }}
    </Loading>
  );
}

function Members({ isOwner, title }: { isOwner: boolean; title: string }) {
  const store = useStore();
  const members = useData<Member[]>("/members");
  const changes = useSignal<Member | undefined>(undefined);
  const removes = useSignal<Member | undefined>(undefined);
  const isSelf = ({ email }: Member) => email.toLowerCase() === store.user.value?.email.toLowerCase();
  return (
    <Section title={title} hint={householdWords.hint}>
      <Loading from={members} path="/members">
        {(list) => (
          <ul class="lines">
            {list.map((member) => (
              <Line
                key={member.user_id}
                mark={<PersonMark initials={initialsOf(member.name || member.email)} colour={personColour(member.user_id)} />}
                title={member.name || member.email}
                hints={[member.email, householdWords.roles[member.role], householdWords.since(day(member.since))]}
              >
                {isOwner && !member.own && (
                  <button type="button" class="small" onClick={() => (changes.value = member)}>
                    {householdWords.changeRole}
                  </button>
                )}
                {!member.own && (isOwner || isSelf(member)) && (
                  <button type="button" class="small destroys" onClick={() => (removes.value = member)}>
                    {isSelf(member) ? householdWords.leave : householdWords.remove}
                  </button>
                )}
              </Line>
            ))}
          </ul>
        )}
      </Loading>
      {changes.value && <ChangeRole member={changes.value} onClose={() => (changes.value = undefined)} />}
      {removes.value && (
        <Confirm
          title={
            isSelf(removes.value) ? householdWords.leaveAsk : householdWords.removeAsk(removes.value.name || removes.value.email)
          }
          text={householdWords.removeHint}
          act={isSelf(removes.value) ? householdWords.leave : householdWords.remove}
          onClose={() => (removes.value = undefined)}
          work={async () => {
            const member = removes.value as Member;
            await write(store, "DELETE", `/members/${member.user_id}`);
            if (isSelf(member)) chooseSpace(store, "");
            else store.message.value = { text: householdWords.removed };
          }}
        />
      )}
    </Section>
  );
}

function ChangeRole({ member, onClose }: { member: Member; onClose: () => void }) {
  const store = useStore();
  const role = useSignal<string>(member.role);
  const sending = useSending();
  const save = async () => {
    await write(store, "PUT", `/members/${member.user_id}`, { role: role.value });
    onClose();
  };
  return (
    <FormDialog title={member.name || member.email} onClose={onClose} sending={sending} act={formWords.save} save={save}>
      <SelectField
        label={householdWords.role}
        value={role}
        options={ROLES}
        problem={sending.at("role")}
        hint={householdWords.rolesHint}
      />
    </FormDialog>
  );
}
