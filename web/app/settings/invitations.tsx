// Open invitations to the household.
import { useSignal } from "@preact/signals";
import { write } from "../data/api.ts";
import { Loading } from "../data/loading.tsx";
import { useData } from "../data/use_data.ts";
import { useStore } from "../data/use_store.ts";
import { here } from "../shell/router.ts";
import { Confirm } from "../ui/confirm.tsx";
import { FormDialog } from "../ui/dialog.tsx";
import { SelectField, TextField } from "../ui/form.tsx";
import { SecretOnce } from "../ui/secret_once.tsx";
import { day, Line, Lines, Section } from "../ui/sections.tsx";
import { ownRefusal, useSending } from "../ui/use_sending.ts";
import { householdWords } from "./household_words.ts";
import { ROLES, type Role } from "./roles.ts";
import { addressWords } from "./security_words.ts";

interface Invitation {
  id: number;
  email: string;
  role: Role;
  expires_at: string;
  sent_at: string | null;
  token: string;
}

/** As in the mail, which leads to the same page. */
const linkOf = ({ token }: Invitation) => `${location.origin}/#invitation=${token}`;

const PATH = "/invitations";

export function Invitations() {
  const store = useStore();
  const reply = useData<Invitation[]>(PATH);
  const { query } = here.value;
  const invites = useSignal(query.invite !== undefined);
  const shows = useSignal<Invitation | undefined>(undefined);
  const withdraws = useSignal<Invitation | undefined>(undefined);
  return (
    <Section
      title={householdWords.invitations}
      acts={
        <button type="button" class="small" onClick={() => (invites.value = true)}>
          {householdWords.invite}
        </button>
      }
    >
      <Loading from={reply} path={PATH}>
        {(list) => (
          <Lines items={list} empty={householdWords.noInvitations}>
            {(invitation) => (
              <Line
                key={invitation.id}
                title={invitation.email}
                hints={[
                  householdWords.roles[invitation.role],
                  householdWords.until(day(invitation.expires_at)),
                  invitation.sent_at === null && householdWords.unsent,
                ]}
              >
                <button type="button" class="small" onClick={() => (shows.value = invitation)}>
                  {householdWords.showLink}
                </button>
                <button type="button" class="small destroys" onClick={() => (withdraws.value = invitation)}>
                  {householdWords.withdraw}
                </button>
              </Line>
            )}
          </Lines>
        )}
      </Loading>
      {invites.value && <Invite onClose={() => (invites.value = false)} />}
      {shows.value && (
        <SecretOnce
          title={householdWords.linkTitle}
          hint={householdWords.linkHint(shows.value.email, day(shows.value.expires_at))}
          secret={linkOf(shows.value)}
          onClose={() => (shows.value = undefined)}
        />
      )}
      {withdraws.value && (
        <Confirm
          title={householdWords.withdrawAsk}
          text={withdraws.value.email}
          act={householdWords.withdraw}
          onClose={() => (withdraws.value = undefined)}
          work={async () => {
            await write(store, "DELETE", `${PATH}/${withdraws.value?.id}`);
            store.message.value = { text: householdWords.withdrawn };
          }}
        />
      )}
    </Section>
  );
}

function Invite({ onClose }: { onClose: () => void }) {
  const store = useStore();
  const email = useSignal("");
  const role = useSignal<string>("editor");
  const sending = useSending();
  const save = async () => {
    if (!email.value.includes("@")) throw ownRefusal({ email: addressWords.badEmail });
    await write(store, "POST", "/invitations", { email: email.value.trim(), role: role.value });
    store.message.value = { text: householdWords.invited };
    onClose();
  };
  return (
    <FormDialog title={householdWords.invite} onClose={onClose} sending={sending} act={householdWords.invite} save={save}>
      <TextField
        label={addressWords.email}
        value={email}
        problem={sending.at("email", "base")}
        type="email"
        autoComplete="off"
        maxLength={254}
      />
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
