import { useQuery } from '@tanstack/react-query';
import { dashboardQuery } from '@/features/account/api.js';
import { telegramStatusQuery } from '@/features/telegram/api.js';
import { NoticeSettings } from '@/features/telegram/components/notice-settings.js';
import { newestLink } from '@/features/telegram/link.js';

/** Settings → Notifications. The Telegram switches stay enabled while it is unknown whether an account is connected. */
export default function NotificationSettings({ onConnect }: { onConnect: () => void }) {
  const link = newestLink(useQuery(dashboardQuery), useQuery(telegramStatusQuery));
  return <NoticeSettings linked={link !== null} onConnect={onConnect} />;
}
