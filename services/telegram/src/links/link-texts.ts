/** What a chat is told when its link ends, in Telegram's HTML. */
export const DISCONNECTED =
  'This chat is no longer connected to Casement, so no more notifications come here. ' +
  'To connect it again, open Settings → Telegram in Casement.';

export const LINKED_ELSEWHERE =
  'Your Casement account is now connected to another Telegram account. ' +
  'This chat gets no more notifications. If that was not you, change your Casement password ' +
  'and connect again in Settings → Telegram.';
