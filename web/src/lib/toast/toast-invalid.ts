import type { FieldErrors, FieldValues } from 'react-hook-form';
import { t } from '@/lib/i18n/messages.js';
import { commonMessages } from '@/messages/common.js';
import { toast } from './toast.js';

/** 'Invalid input' and the first field's sentence (SPEC §8), for a form that was sent before it was right. */
export function toastInvalid(errors: FieldErrors<FieldValues>): void {
  const [first] = Object.values(errors);
  toast({
    title: t(commonMessages).invalidInput,
    description: typeof first?.message === 'string' ? first.message : undefined,
    tone: 'destructive',
  });
}
