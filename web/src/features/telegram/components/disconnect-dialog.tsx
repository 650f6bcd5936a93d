import type { QueryKey } from '@tanstack/react-query';
import { FormDialog } from '@/components/ui/dialog/form-dialog.js';
import { t } from '@/messages/i18n.js';
import { toastFailure } from '@/lib/toast/toast-failure.js';
import { toast } from '@/lib/toast/toast.js';
import { telegramMessages } from '@/messages/account/telegram.js';
import { useDisconnectTelegram } from '../api.js';

/** Confirmation before the account is disconnected (SPEC §4). */
export default function DisconnectDialog({
  name,
  dashboardKey,
  onClose,
}: {
  name: string;
  dashboardKey: QueryKey;
  onClose: () => void;
}) {
  const { disconnection: m } = t(telegramMessages);
  const disconnect = useDisconnectTelegram(dashboardKey);

  const submit = async () => {
    try {
      await disconnect.mutateAsync();
      toast({ title: m.done, tone: 'success' });
      onClose();
    } catch (error) {
      toastFailure(m.failed, error);
    }
  };

  return (
    <FormDialog
      title={m.title}
      width={440}
      submit={m.submit}
      variant="destroy"
      pending={disconnect.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="wrap-anywhere">{m.lead(name)}</p>
    </FormDialog>
  );
}
