import type { QueryKey } from '@tanstack/react-query';
import ConfirmDialog from '@/components/ui/dialog/confirm-dialog.js';
import { t } from '@/messages/i18n.js';
import { withToast } from '@/lib/toast/toast-failure.js';
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
    const done = () => ({ title: m.done });
    if (await withToast(disconnect.mutateAsync(), { done, failed: m.failed })) onClose();
  };

  return (
    <ConfirmDialog
      title={m.title}
      question={m.lead(name)}
      submit={m.submit}
      pending={disconnect.isPending}
      onConfirm={submit}
      onClose={onClose}
    />
  );
}
