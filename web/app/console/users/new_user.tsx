// Creates a user, or invites somebody by mail.
import { useSignal } from "@preact/signals";
import { route } from "../../shell/router.ts";
import { FormDialog } from "../../ui/dialog.tsx";
import { CheckField, TextField } from "../../ui/form.tsx";
import { ownRefusal, useSending } from "../../ui/use_sending.ts";
import { formWords } from "../../ui/words.ts";
import { may, useConsole } from "../data/console.ts";
import { act } from "../data/use_data.ts";
import type { User } from "./user_record.ts";
import { profileWords } from "./user_words.ts";
import { newUserWords, usersWords } from "./words.ts";

export function NewUserButtons({ onCreated }: { onCreated: () => void }) {
  const console = useConsole();
  const opened = useSignal<"create" | "invite" | undefined>(undefined);
  const close = () => (opened.value = undefined);
  return (
    <>
      {may(console, "users:invite") && (
        <button type="button" onClick={() => (opened.value = "invite")}>
          {usersWords.invite}
        </button>
      )}
      {may(console, "users:create") && (
        <button type="button" class="main" onClick={() => (opened.value = "create")}>
          {usersWords.create}
        </button>
      )}
      {opened.value === "create" && <Create onClose={close} />}
      {opened.value === "invite" && <Invite onClose={close} onInvited={onCreated} />}
    </>
  );
}

function Create({ onClose }: { onClose: () => void }) {
  const console = useConsole();
  const email = useSignal("");
  const phone = useSignal("");
  const password = useSignal("");
  const isConfirmed = useSignal(false);
  const isOnce = useSignal(true);
  const sending = useSending();
  const save = async () => {
    const body = {
      ...(email.value.trim() && { email: email.value.trim(), email_confirm: isConfirmed.value }),
      ...(phone.value.trim() && { phone: phone.value.trim(), phone_confirm: isConfirmed.value }),
      ...(password.value && { password: password.value, ...(isOnce.value && { password_temporary: true }) }),
    };
    if (!body.email && !body.phone) throw ownRefusal({ email: newUserWords.addressMissing });
    const user = await act<User>(console, "POST", "/users", { body });
    onClose();
    console.message.value = newUserWords.created;
    route(`/admin/users/${user.id}`);
  };
  return (
    <FormDialog title={usersWords.create} onClose={onClose} sending={sending} act={usersWords.create} save={save}>
      <TextField
        label={newUserWords.email}
        type="email"
        autoComplete="off"
        value={email}
        problem={sending.at("email")}
        maxLength={254}
      />
      <TextField label={newUserWords.phone} type="tel" autoComplete="off" value={phone} maxLength={30} />
      <TextField
        label={newUserWords.password}
        hint={newUserWords.passwordHint}
        type="password"
        autoComplete="new-password"
        value={password}
        maxLength={256}
      />
      {password.value !== "" && <CheckField label={profileWords.once} value={isOnce} />}
      <CheckField label={newUserWords.confirm} value={isConfirmed} />
    </FormDialog>
  );
}

function Invite({ onClose, onInvited }: { onClose: () => void; onInvited: () => void }) {
  const console = useConsole();
  const email = useSignal("");
  const sending = useSending();
  const save = async () => {
    if (!email.value.includes("@")) throw ownRefusal({ email: formWords.missing });
    await act(console, "POST", "/invite", { body: { email: email.value.trim() } });
    onClose();
    onInvited();
    console.message.value = newUserWords.invited;
  };
  return (
    <FormDialog title={usersWords.invite} onClose={onClose} sending={sending} act={usersWords.invite} save={save}>
      <p>{newUserWords.inviteHint}</p>
      <TextField
        label={newUserWords.email}
        type="email"
        autoComplete="off"
        value={email}
        problem={sending.at("email")}
        maxLength={254}
      />
    </FormDialog>
  );
}
