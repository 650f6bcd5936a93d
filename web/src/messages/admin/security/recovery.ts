import { defineMessages } from '@/messages/i18n.js';

/** /forgot-password and /reset-password. */
export const recoveryMessages = defineMessages('recovery', {
  backToSignIn: 'Back to Sign In',
  forgot: {
    title: 'Forgot your password?',
    lead: 'Enter your email and we’ll send you a link to set a new password.',
    email: 'Email',
    submit: 'Send reset link',
    failed: 'Failed to send reset email',
    sentTitle: 'Check your email',
    sent: 'If an account with that email exists, password reset instructions have been sent.',
    sentHelp: 'The link expires in 15 minutes. Didn’t get it? Check your spam folder, or',
    tryAgain: 'try again',
  },
  reset: {
    pageTitle: 'Reset your password',
    checking: 'Validating reset link...',
    unchecked: 'The link couldn’t be checked',
    invalid: 'Invalid Reset Link',
    invalidHelp: 'This password reset link is invalid or has expired.',
    newLink: 'Request a new link',
    title: 'Choose a new password',
    account: (username: string, email: string) => `For ${username} (${email})`,
    newPassword: 'New password',
    code: 'Two-factor code',
    passkey: 'Confirm with a passkey instead',
    codeHelp: 'From your authenticator app, or a recovery code.',
    revokeAccess: 'Also revoke API keys and device logins, disconnect Telegram and pause webhooks',
    submit: 'Reset password',
    failed: 'Password reset failed',
    failedHelp: 'An error occurred while resetting your password.',
    done: 'Password reset',
    doneHelp:
      'Your password was changed and you’ve been signed out everywhere else. Sign in with your new password.',
    signIn: 'Sign In',
  },
});
