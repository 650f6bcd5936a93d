import type { InstallFailure } from '@casement/proto/http/install.js';
import { failureMessage } from '@/lib/messages.js';

/** What happened and what to do, in the language in force where it is written in it. */
export const failureText = ({ code, message, cure }: InstallFailure) => ({
  message: failureMessage(code, message),
  cure: failureMessage(code, cure),
});
