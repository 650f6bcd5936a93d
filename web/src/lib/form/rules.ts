import './zod-config.js';
import { updatePasswordRequest } from '@casement/proto/http/auth/passwords.js';
import { z } from 'zod';
import { t } from '@/messages/i18n.js';
import { settingsMessages } from '@/messages/account/settings.js';

/** Schemas of the common forms, in a chunk that is fetched with the first validation. */
export { updateProfileRequest } from '@casement/proto/http/auth/account.js';
export { addEmailRequest, changeEmailRequest } from '@casement/proto/http/auth/email-addresses.js';
export {
  forgotPasswordRequest,
  resetPasswordRequest,
} from '@casement/proto/http/auth/passwords.js';
export { loginRequest, registerRequest } from '@casement/proto/http/auth/sign-in.js';
export { installRequest } from '@casement/proto/http/install/install.js';
export { verifyBpayRequest } from '@casement/proto/http/billing/bpay.js';

/** The confirmation is checked only here and never sent (SPEC §5). */
export const updatePasswordForm = updatePasswordRequest
  .extend({ confirmPassword: z.string() })
  .refine((v) => v.newPassword === v.confirmPassword, {
    error: () => t(settingsMessages).password.mismatch,
    path: ['confirmPassword'],
    // Reported together with the other fields' errors instead of after they are fixed.
    when: () => true,
  });
