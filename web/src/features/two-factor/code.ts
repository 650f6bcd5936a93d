import { t } from '@/messages/i18n.js';
import { toast } from '@/lib/toast/toast.js';
import { adminTwoFactorMessages } from '@/messages/admin/users/admin-two-factor.js';

/** Accepts exactly six digits; otherwise shows the toast 'Invalid code' (SPEC §5). */
export function isCompleteCode(code: string): boolean {
  if (/^\d{6}$/.test(code)) return true;
  const m = t(adminTwoFactorMessages);
  toast({ title: m.invalidCode, description: m.invalidCodeHelp, tone: 'destructive' });
  return false;
}
