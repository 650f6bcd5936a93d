import { Bots } from '@/features/telegram/admin/bots.js';
import { Deliveries } from '@/features/telegram/admin/deliveries.js';
import { t } from '@/lib/i18n/messages.js';
import { adminMessages } from '@/messages/admin/admin.js';

export default function TelegramSection() {
  const { loadFailed } = t(adminMessages);
  return (
    <>
      <Bots failed={loadFailed} />
      <Deliveries failed={loadFailed} />
    </>
  );
}
