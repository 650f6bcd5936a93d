import type { InstallRequest } from '@casement/proto/http/install/install.js';
import { useRef, useState, type ChangeEvent } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { TextField } from '@/components/ui/form/field.js';
import { SecretField } from '@/components/ui/form/secret-field.js';
import { TextArea } from '@/components/ui/form/text-area.js';
import { t } from '@/messages/i18n.js';
import { vpsCheckMessages } from '@/messages/install/vps-check.js';
import { SSH_FIELDS } from '../install-fields.js';

/** Exceeds the limit by one character, so that a larger file is rejected without reading it completely. */
const READ_BYTES = 16_385;

/** Advanced settings: port, user and key. Unfolded if one of them has an error. */
export function SshFields({ form }: { form: UseFormReturn<InstallRequest> }) {
  const { ssh: m } = t(vpsCheckMessages);
  const { errors } = form.formState;
  const [opened, setOpened] = useState(false);
  const file = useRef<HTMLInputElement>(null);
  const hasError = SSH_FIELDS.some((field) => errors[field]);

  const readFile = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const reader = new FileReader();
    reader.onload = () => {
      form.setValue('ssh_key', reader.result as string, { shouldDirty: true });
      void form.trigger(['ssh_key', 'passwd_vps']);
    };
    const chosen = target.files?.[0];
    if (chosen) reader.readAsText(chosen.slice(0, READ_BYTES));
    // Allows selecting the same file again.
    target.value = '';
  };

  return (
    <details
      className="text-sm"
      open={opened || hasError}
      onToggle={(event) => setOpened(event.currentTarget.open)}
    >
      <summary className="link w-fit">{m.title}</summary>
      <div className="grid grid-cols-1 gap-4 mt-3 pl-4 border-l">
        <p className="text-muted-foreground">{m.lead}</p>
        <div className="grid grid-cols-2 gap-4">
          <TextField
            label={m.port}
            error={errors.ssh_port?.message}
            mono
            inputMode="numeric"
            autoComplete="off"
            placeholder="22"
            {...form.register('ssh_port', { setValueAs: portOf })}
          />
          <TextField
            label={m.user}
            error={errors.ssh_user?.message}
            mono
            autoComplete="off"
            placeholder="root"
            {...form.register('ssh_user')}
          />
        </div>
        <p className="help">{m.userHelp}</p>
        <TextArea
          label={m.key}
          help={m.keyHelp}
          error={errors.ssh_key?.message}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="-----BEGIN OPENSSH PRIVATE KEY-----"
          aside={
            <button
              type="button"
              className="link text-sm mb-1.5"
              onClick={() => file.current?.click()}
            >
              {m.keyFile}
            </button>
          }
          {...form.register('ssh_key', { deps: 'passwd_vps' })}
        />
        <input ref={file} type="file" hidden aria-label={m.keyFile} onChange={readFile} />
        <SecretField
          label={m.passphrase}
          help={m.passphraseHelp}
          error={errors.ssh_passphrase?.message}
          autoComplete="off"
          {...form.register('ssh_passphrase')}
        />
      </div>
    </details>
  );
}

/** Leaves invalid numbers to the schema, which reports them. */
function portOf(typed: unknown): number | undefined {
  if (typed === undefined || typed === '') return undefined;
  return Number(typed);
}
