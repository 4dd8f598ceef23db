// The email and phone number for sign-in. A change takes effect once it is confirmed.
import { useSignal } from "@preact/signals";
import { useStore } from "../data/use_store.ts";
import { FormDialog } from "../ui/dialog.tsx";
import { TextField } from "../ui/form.tsx";
import { Section } from "../ui/sections.tsx";
import { ownRefusal, useSending } from "../ui/use_sending.ts";
import { formWords } from "../ui/words.ts";
import { askAuth, type User } from "./auth.ts";
import { whenSignInRecent } from "./recent_sign_in.ts";
import { addressWords, twoStepWords } from "./security_words.ts";

export function Addresses({ user, byPhone }: { user: User; byPhone: boolean }) {
  const changes = useSignal<"email" | "phone" | undefined>(undefined);
  const close = () => (changes.value = undefined);
  return (
    <Section title={addressWords.title}>
      <dl class="facts">
        <Address
          label={addressWords.email}
          value={user.email}
          waiting={user.new_email}
          onChange={() => (changes.value = "email")}
        />
        {byPhone && (
          <Address
            label={addressWords.phone}
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
  const store = useStore();
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <strong>{value || addressWords.none}</strong>
        {waiting && <span class="hint">{addressWords.waits(waiting)}</span>}
        <button
          type="button"
          class="small"
          onClick={whenSignInRecent(store, onChange)}
          aria-label={`${addressWords.change}: ${label}`}
        >
          {addressWords.change}
        </button>
      </dd>
    </div>
  );
}

function NewEmail({ onClose }: { onClose: () => void }) {
  const store = useStore();
  const email = useSignal("");
  const sending = useSending();
  const save = async () => {
    if (!email.value.includes("@")) throw ownRefusal({ email: addressWords.badEmail });
    await askAuth(store, "PUT", "/user", { email: email.value.trim() });
    store.message.value = { text: addressWords.mailed };
    onClose();
  };
  return (
    <FormDialog title={addressWords.newEmail} onClose={onClose} sending={sending} act={addressWords.send} save={save}>
      <TextField
        label={addressWords.newEmail}
        value={email}
        problem={sending.at("email")}
        hint={addressWords.emailHint}
        type="email"
        autoComplete="email"
        maxLength={320}
      />
    </FormDialog>
  );
}

/** In two steps: the number, and the code sent to it. */
function NewPhone({ onClose }: { onClose: () => void }) {
  const store = useStore();
  const phone = useSignal("");
  const code = useSignal("");
  const isSent = useSignal(false);
  const sending = useSending();
  const save = async () => {
    if (!isSent.value) {
      if (!/^\+?[\d\s().-]{8,}$/.test(phone.value)) throw ownRefusal({ phone: addressWords.badPhone });
      await askAuth(store, "PUT", "/user", { phone: phone.value.replace(/[^\d+]/g, "") });
      isSent.value = true;
      return;
    }
    const token = code.value.replace(/\s/g, "");
    await askAuth(store, "POST", "/verify", { type: "phone_change", phone: phone.value.replace(/[^\d+]/g, ""), token });
    store.message.value = { text: addressWords.phoneSaved };
    onClose();
  };
  return (
    <FormDialog
      title={addressWords.newPhone}
      onClose={onClose}
      sending={sending}
      act={isSent.value ? formWords.save : addressWords.send}
      save={save}
    >
      <TextField
        label={addressWords.newPhone}
        value={phone}
        problem={sending.at("phone")}
        hint={addressWords.phoneHint}
        type="tel"
        autoComplete="tel"
        readOnly={isSent.value}
      />
      {isSent.value && (
        <TextField label={twoStepWords.code} value={code} inputMode="numeric" autoComplete="one-time-code" maxLength={16} />
      )}
    </FormDialog>
  );
}
