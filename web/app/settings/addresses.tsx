// The address and the phone number that one signs in with. A new one holds once it is confirmed.

import { useSignal } from "@preact/signals";
import { message } from "../data/state.ts";
import { FormDialog } from "../ui/dialog.tsx";
import { TextField } from "../ui/form.tsx";
import { ownRefusal, useSending } from "../ui/parts.tsx";
import { words } from "../words/words.ts";
import { askAuth, type User } from "./auth.ts";
import { whenFresh } from "./fresh.ts";
import { Section } from "./parts.tsx";
import { texts } from "./texts.ts";

export function Addresses({ user, byPhone }: { user: User; byPhone: boolean }) {
  const changes = useSignal<"email" | "phone" | undefined>(undefined);
  const { addresses } = texts;
  const close = () => {
    changes.value = undefined;
  };
  return (
    <Section title={addresses.title}>
      <dl class="facts">
        <Address label={addresses.email} value={user.email} waiting={user.new_email} onChange={() => (changes.value = "email")} />
        {byPhone && (
          <Address
            label={addresses.phone}
            value={user.phone === "" ? "" : `+${user.phone}`}
            waiting={user.new_phone && `+${user.new_phone}`}
            onChange={() => (changes.value = "phone")}
          />
        )}
      </dl>
      {changes.value === "email" && <NewEmail onClose={close} />}
      {changes.value === "phone" && <NewPhone onClose={close} />}
    </Section>
  );
}

interface AddressProps {
  label: string;
  value: string;
  waiting: string | undefined;
  onChange: () => void;
}

function Address({ label, value, waiting, onChange }: AddressProps) {
  const { addresses } = texts;
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <strong>{value || addresses.none}</strong>
        {waiting && <span class="hint">{addresses.waits(waiting)}</span>}
        <button type="button" class="small" onClick={whenFresh(onChange)} aria-label={`${addresses.change}: ${label}`}>
          {addresses.change}
        </button>
      </dd>
    </div>
  );
}

function NewEmail({ onClose }: { onClose: () => void }) {
  const email = useSignal("");
  const sending = useSending();
  const { addresses } = texts;
  const save = async () => {
    if (!email.value.includes("@")) throw ownRefusal({ email: addresses.badEmail });
    await askAuth("PUT", "/user", { email: email.value.trim() });
    message.value = { text: addresses.mailed };
    onClose();
  };
  return (
    <FormDialog title={addresses.newEmail} onClose={onClose} sending={sending} act={addresses.send} save={save}>
      <TextField
        label={addresses.newEmail}
        value={email}
        problem={sending.at("email")}
        hint={addresses.emailHint}
        type="email"
        autoComplete="email"
        maxLength={320}
      />
    </FormDialog>
  );
}

/** In two steps: the number, and the code that was sent to it. */
function NewPhone({ onClose }: { onClose: () => void }) {
  const phone = useSignal("");
  const code = useSignal("");
  const isSent = useSignal(false);
  const sending = useSending();
  const { addresses } = texts;
  const save = async () => {
    if (!isSent.value) {
      if (!/^\+?[\d\s().-]{8,}$/.test(phone.value)) throw ownRefusal({ phone: addresses.badPhone });
      await askAuth("PUT", "/user", { phone: phone.value.replace(/[^\d+]/g, "") });
      isSent.value = true;
      return;
    }
    const token = code.value.replace(/\s/g, "");
    await askAuth("POST", "/verify", { type: "phone_change", phone: phone.value.replace(/[^\d+]/g, ""), token });
    message.value = { text: addresses.phoneSaved };
    onClose();
  };
  return (
    <FormDialog
      title={addresses.newPhone}
      onClose={onClose}
      sending={sending}
      act={isSent.value ? words.entry.save : addresses.send}
      save={save}
    >
      <TextField
        label={addresses.newPhone}
        value={phone}
        problem={sending.at("phone")}
        hint={addresses.phoneHint}
        type="tel"
        autoComplete="tel"
        readOnly={isSent.value}
      />
      {isSent.value && (
        <TextField label={texts.twoSteps.code} value={code} inputMode="numeric" autoComplete="one-time-code" maxLength={16} />
      )}
    </FormDialog>
  );
}
