import { defineMessages } from '@/messages/i18n.js';

/** /forgot-password and /reset-password. */
export const recoveryMessages = defineMessages('recovery', {
  backToSignIn: 'Back to Sign In',
  forgot: {
    title: 'Forgot your password?',
    lead: 'Enter your email address and we send you a link to choose a new password.',
    email: 'Email',
    submit: 'Send reset link',
    failed: 'Failed to send reset email',
    sentTitle: 'Check your email',
    sent: 'If an account with that email exists, password reset instructions have been sent.',
    sentHelp: 'The link is valid for 15 minutes. No email, not even in the spam folder?',
    tryAgain: 'try again',
  },
  reset: {
    pageTitle: 'Reset your password',
    checking: 'Validating reset link...',
    unchecked: 'The link could not be checked',
    invalid: 'Invalid Reset Link',
    invalidHelp: 'This password reset link is invalid or has expired.',
    newLink: 'Request a new link',
    title: 'Choose a new password',
    account: (username: string, email: string) => `For ${username} (${email})`,
    newPassword: 'New password',
    code: 'Two-factor code',
    codeHelp: 'From your authenticator app, or a recovery code.',
    revokeAccess: 'Also end API keys, device logins, Telegram and webhooks',
    submit: 'Reset password',
    failed: 'Password reset failed',
    failedHelp: 'An error occurred while resetting your password.',
    done: 'Password reset',
    doneHelp:
      'Your password was changed and all other sessions were signed out. Sign in with the new one.',
    signIn: 'Sign In',
  },
});
