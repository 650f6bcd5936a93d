import { Bots } from '@/features/telegram/admin/bots.js';
import { Deliveries } from '@/features/telegram/admin/deliveries.js';
import { say } from '@/lib/messages.js';
import { adminTexts } from '@/messages/admin.js';

export default function TelegramSection() {
  const { loadFailed } = say(adminTexts);
  return (
    <>
      <Bots failed={loadFailed} />
      <Deliveries failed={loadFailed} />
    </>
  );
}
