import type { InstallRequest } from '@casement/proto/http/install/install.js';
import type { UseFormReturn } from 'react-hook-form';
import { lazyDialog } from '@/components/ui/dialog/lazy-dialog.js';
import { TextField } from '@/components/ui/form/field.js';
import { SecretField } from '@/components/ui/form/secret-field.js';
import { t } from '@/messages/i18n.js';
import { useHistoryDialog } from '@/lib/navigation/history-state.js';
import { installMessages } from '@/messages/install/install.js';
import { toAddress } from '../install-fields.js';
import { VersionField } from './version-field.js';

const ProviderNotesDialog = lazyDialog(() => import('./provider-notes-dialog.js'));
const RootPasswordDialog = lazyDialog(() => import('./root-password-dialog.js'));

/** Fields required by a check: address, root password and version. */
export function VpsFields({ form }: { form: UseFormReturn<InstallRequest> }) {
  const { form: m } = t(installMessages);
  const help = useHistoryDialog('root-password');
  const notes = useHistoryDialog('provider-notes');
  const { errors } = form.formState;
  const ip = form.register('ip');
  return (
    <>
      <TextField
        label={m.ip}
        error={errors.ip?.message}
        mono
        inputMode="decimal"
        autoComplete="off"
        placeholder="203.0.113.24"
        aside={
          <button
            type="button"
            className="link text-sm mb-1.5"
            aria-haspopup="dialog"
            onClick={() => notes.open(true)}
          >
            {m.providerNotes}
          </button>
        }
        {...ip}
        onChange={(event) => {
          event.target.value = toAddress(event.target.value);
          void ip.onChange(event);
        }}
      />
      <SecretField
        label={m.rootPassword}
        help={m.rootPasswordHelp}
        error={errors.passwd_vps?.message}
        autoComplete="off"
        aside={
          <button
            type="button"
            className="link text-sm mb-1.5"
            aria-haspopup="dialog"
            onClick={() => help.open(true)}
          >
            {m.howToCreate}
          </button>
        }
        {...form.register('passwd_vps')}
      />
      <VersionField error={errors.win_ver?.message} {...form.register('win_ver')} />
      {notes.of && <ProviderNotesDialog onClose={notes.close} />}
      {help.of && <RootPasswordDialog onClose={help.close} />}
    </>
  );
}
