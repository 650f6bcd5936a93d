import { Bots } from '@/features/telegram/admin/bots.js';
import { Deliveries } from '@/features/telegram/admin/deliveries.js';

export default function TelegramSection() {
  return (
    <>
      <Bots />
      <Deliveries />
    </>
  );
}
