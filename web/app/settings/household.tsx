// /settings/household: whose money is looked at, who shares it in which role, and who was asked to.

import { useSignal } from "@preact/signals";
import { write } from "../data/api.ts";
import { who } from "../data/session.ts";
import { chooseSpace } from "../data/space.ts";
import { message } from "../data/state.ts";
import { Confirm } from "../ui/confirm.tsx";
import { FormDialog } from "../ui/dialog.tsx";
import { SelectField } from "../ui/form.tsx";
import { Loading, useData, useSending } from "../ui/parts.tsx";
import { words } from "../words/words.ts";
import { Invitations } from "./invitations.tsx";
import { day, Section } from "./parts.tsx";
import { ROLES, type Role } from "./roles.ts";
import { texts } from "./texts.ts";

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
  const { household } = texts;
  return (
    <Loading from={spaces} path="/spaces">
      {(found) => {
        const current = found.find((each) => each.current);
        const isOwner = current?.role === "owner";
        return (
          <>
            {found.length > 1 && <Spaces spaces={found} />}
            <Members isOwner={isOwner} title={current?.own ? household.yours : household.of(current?.name ?? "")} />
            {isOwner && <Invitations />}
          </>
        );
      }}
    </Loading>
  );
}

function Spaces({ spaces }: { spaces: readonly SpaceOfUser[] }) {
  const { household } = texts;
  return (
    <Section title={household.spaces} hint={household.spacesHint}>
      <ul class="lines">
        {spaces.map(({ id, own, name, role, current }) => (
          <li key={id}>
            <span class="what">
              <strong>
                {own ? household.own : household.of(name)}
                {current && <span class="status paid">{household.current}</span>}
              </strong>
              <span class="hint">{household.roles[role]}</span>
            </span>
            {!current && (
              <button type="button" class="small" onClick={() => chooseSpace(own ? "" : String(id))}>
                {household.open}
              </button>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Members({ isOwner, title }: { isOwner: boolean; title: string }) {
  const members = useData<Member[]>("/members");
  const changes = useSignal<Member | undefined>(undefined);
  const removes = useSignal<Member | undefined>(undefined);
  const { household } = texts;
  const isSelf = ({ email }: Member) => email.toLowerCase() === who.value?.email.toLowerCase();
  return (
    <Section title={title} hint={household.hint}>
      <Loading from={members} path="/members">
        {(list) => (
          <ul class="lines">
            {list.map((member) => (
              <li key={member.user_id}>
                <span class="what">
                  <strong>{member.name || member.email}</strong>
                  <span class="hint">
                    {[member.email, household.roles[member.role], household.since(day(member.since))].join(" · ")}
                  </span>
                </span>
                {isOwner && !member.own && (
                  <button type="button" class="small" onClick={() => (changes.value = member)}>
                    {household.changeRole}
                  </button>
                )}
                {!member.own && (isOwner || isSelf(member)) && (
                  <button type="button" class="small destroys" onClick={() => (removes.value = member)}>
                    {isSelf(member) ? household.leave : household.remove}
                  </button>
                )}
              </li>
            ))}
          </ul>
        )}
      </Loading>
      {changes.value && <ChangeRole member={changes.value} onClose={() => (changes.value = undefined)} />}
      {removes.value && (
        <Confirm
          title={isSelf(removes.value) ? household.leaveAsk : household.removeAsk(removes.value.name || removes.value.email)}
          text={household.removeHint}
          act={isSelf(removes.value) ? household.leave : household.remove}
          onClose={() => (removes.value = undefined)}
          work={async () => {
            const member = removes.value as Member;
            await write("DELETE", `/members/${member.user_id}`);
            if (isSelf(member)) chooseSpace("");
            else message.value = { text: household.removed };
          }}
        />
      )}
    </Section>
  );
}

function ChangeRole({ member, onClose }: { member: Member; onClose: () => void }) {
  const role = useSignal<string>(member.role);
  const sending = useSending();
  const { household } = texts;
  const save = async () => {
    await write("PUT", `/members/${member.user_id}`, { role: role.value });
    onClose();
  };
  return (
    <FormDialog title={member.name || member.email} onClose={onClose} sending={sending} act={words.entry.save} save={save}>
      <SelectField label={household.role} value={role} options={ROLES} problem={sending.at("role")} hint={household.rolesHint} />
    </FormDialog>
  );
}
