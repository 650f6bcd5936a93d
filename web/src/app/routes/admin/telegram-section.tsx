import { Bots } from '../../../features/telegram/admin/bots.js';
import { say } from '../../../lib/messages.js';
import { adminTexts } from '../../../messages/admin.js';

export default function TelegramSection() {
  return <Bots failed={say(adminTexts).loadFailed} />;
}
