// /settings/household: the user's spaces, their members and roles, and invitations.
import { useSignal } from "@preact/signals";
import { write } from "../data/api.ts";
import { Loading } from "../data/loading.tsx";
import { chooseSpace } from "../data/space.ts";
import { useData } from "../data/use_data.ts";
import { useStore } from "../data/use_store.ts";
import { Confirm } from "../ui/confirm.tsx";
import { FormDialog } from "../ui/dialog.tsx";
import { SelectField } from "../ui/form.tsx";
import { useSending } from "../ui/use_sending.ts";
import { formWords } from "../ui/words.ts";
import { householdWords } from "./household_words.ts";
import { Invitations } from "./invitations.tsx";
import { day, Line, Section } from "./parts.tsx";
import { ROLES, type Role } from "./roles.ts";

interface SpaceOfUser {
  id: number;
  role: Role;
  own: boolean;
  name: string;
  current: boolean;
}

interface Member {
  user_id: number;
  role: Role;
  name: string;
  email: string;
  own: boolean;
  since: string;
}

export function Household() {
  const spaces = useData<SpaceOfUser[]>("/spaces");
  return (
    <Loading from={spaces} path="/spaces">
      {(all) => {
        const current = all.find((each) => each.current);
        const isOwner = current?.role === "owner";
        return (
          <>
            {all.length > 1 && <Spaces spaces={all} />}
            <Members isOwner={isOwner} title={current?.own ? householdWords.yours : householdWords.of(current?.name ?? "")} />
            {isOwner && <Invitations />}
          </>
        );
      }}
    </Loading>
  );
}

function Spaces({ spaces }: { spaces: readonly SpaceOfUser[] }) {
  const store = useStore();
  return (
    <Section title={householdWords.spaces} hint={householdWords.spacesHint}>
      <ul class="lines">
        {spaces.map(({ id, own, name, role, current }) => (
          <li key={id}>
            <span class="what">
              <strong>
                {own ? householdWords.own : householdWords.of(name)}
                {current && <span class="status paid">{householdWords.current}</span>}
              </strong>
              <span class="hint">{householdWords.roles[role]}</span>
            </span>
            {!current && (
              <button type="button" class="small" onClick={() => chooseSpace(store, own ? "" : String(id))}>
                {householdWords.open}
              </button>
            )}
          </li>
        ))}
      </ul>
    </Section>
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
