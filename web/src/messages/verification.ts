import { texts } from '../lib/messages.js';

/** /verify-email, and the dialog in which a user without an address adds one. */
export const verificationTexts = texts({
  en: {
    title: 'Verify your email',
    lead: (email: string) => `We sent a 6-character code to ${email}. It is valid for 15 minutes.`,
    label: 'Verification code',
    rule: 'Verification code must be 6 digits',
    submit: 'Verify email',
    resend: 'Resend Code',
    resent: 'Code sent',
    resentHelp: 'Look in your inbox, and in the spam folder.',
    noMail: 'No mail?',
    support: 'Contact support',
    later: 'Do it later',
    done: 'Email verified',
    doneHelp: 'We can now reach you about your installs.',
    failed: 'Verification failed',
    failedFallback: 'Email verification failed',
    failedHelp: 'Please check your code and try again.',
    resendFailed: 'Failed to resend verification email',
    resendFailedHelp: 'Failed to resend email',
    signInFirst: 'Sign in first',
    signInFirstHelp:
      'The code belongs to your account. Sign in, then enter the code from the mail.',
    signIn: 'Sign In',
    already: 'Your email is verified',
    alreadyHelp: 'There is nothing left to do here.',
    toDashboard: 'Go to dashboard',
    addEmailFirst: 'Add your email first',
    addEmailFirstHelp:
      'Your account has no email address yet. We send the code to the one you add.',
    link: {
      checking: 'Verifying your email...',
      failed: 'Email verification failed',
      failedHelp: 'This verification link is invalid or has expired.',
      code: 'Enter the code instead',
    },
    addEmail: {
      title: 'Add Email Address',
      lead: 'Your account needs one, so that we can reach you and you can reset your password.',
      email: 'Email',
      submit: 'Add Email',
      captchaRequired: 'Captcha is required',
      failed: 'Error',
      failedHelp: 'Failed to add email. Please try again.',
    },
  },
});
