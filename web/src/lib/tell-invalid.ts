import type { FieldErrors, FieldValues } from 'react-hook-form';
import { commonTexts } from '@/messages/common.js';
import { say } from './messages.js';
import { toast } from './toast.js';

/** 'Invalid input' and the first field's sentence (SPEC §8), for a form that was sent before it was right. */
export function tellInvalid(errors: FieldErrors<FieldValues>): void {
  const [first] = Object.values(errors);
  toast({
    title: say(commonTexts).invalidInput,
    description: typeof first?.message === 'string' ? first.message : undefined,
    tone: 'destructive',
  });
}
