import { accountSecurityRoutes } from './auth/account-security.routes.js';
import { authRoutes } from './auth/auth.routes.js';
import { brandRoutes } from './auth/brand.routes.js';
import { legalRoutes } from './auth/legal.routes.js';
import { batchRoutes } from './install/batches/batches.routes.js';
import { billingRoutes } from './billing/billing.routes.js';
import { desktopRoutes } from './install/desktops/desktops.routes.js';
import { idempotencyKey } from './idempotency.js';
import { imageRoutes } from './install/windows/images.routes.js';
import { agentRoutes } from './install/install-agent.routes.js';
import { installRoutes } from './install/install.routes.js';
import { monitoringRoutes } from './install/monitoring.routes.js';
import { operationsRoutes } from './operations.routes.js';
import { receiptRoutes } from './billing/receipts.routes.js';
import { moneyRoutes } from './billing/money.routes.js';
import { refundRoutes } from './billing/refunds.routes.js';
import type { Routes } from './route.js';
import { recoveryRoutes } from './install/recovery.routes.js';
import { scriptRoutes } from './install/windows/scripts.routes.js';
import { securityRoutes } from './security/security.routes.js';
import { telegramRoutes } from './telegram/telegram.routes.js';
import { voucherRoutes } from './billing/vouchers.routes.js';
import { userApiKeysRoutes } from './auth/user-api-keys.routes.js';
import { webhookRoutes } from './install/webhooks/webhooks.routes.js';
import { linuxRoutes } from './install/linux.routes.js';
import { windowsVersionRoutes } from './install/windows/windows-versions.routes.js';

const tables: Routes[] = [
  accountSecurityRoutes,
  legalRoutes,
  authRoutes,
  batchRoutes,
  brandRoutes,
  billingRoutes,
  desktopRoutes,
  imageRoutes,
  agentRoutes,
  installRoutes,
  monitoringRoutes,
  operationsRoutes,
  receiptRoutes,
  moneyRoutes,
  refundRoutes,
  recoveryRoutes,
  scriptRoutes,
  securityRoutes,
  telegramRoutes,
  userApiKeysRoutes,
  voucherRoutes,
  webhookRoutes,
  linuxRoutes,
  windowsVersionRoutes,
];
const posts = tables.flatMap((table) =>
  Object.entries(table).filter(([, { method }]) => method === 'POST'),
);

/** Calls that are harmless when sent twice. */
const NEITHER_SPENDS_NOR_CREATES = {
  'asks, or tries something out': [
    'calculateTopup',
    'exportAccount',
    'previewLegalPage',
    'checkTopup',
    'checkRdp',
    'startWindows',
    'testDependency',
    'testTwoFactor',
    'testWebhook',
    'sendOwnTest',
    'sendTest',
  ],
  'authenticates a caller, and has no user to keep a key for, or a code that works once': [
    'addEmail',
    'addPasskey',
    'cancelRecoveryByLink',
    'changeEmail',
    'confirmEmailChange',
    'disableTwoFactor',
    'enableOwnApp',
    'enableTwoFactor',
    'forgotPassword',
    'login',
    'logout',
    'passkeyOptions',
    'refresh',
    'register',
    'resendVerification',
    'resetPasskeyOptions',
    'resetPassword',
    'setUpOwnApp',
    'setUpTwoFactor',
    'signInByPasskey',
    'signInPasskeyOptions',
    'stepUp',
    'stepUpPasskeyOptions',
    'undoEmailChange',
    'updatePassword',
    'verifyEmail',
    'verifyMigrationLink',
    'verifyTwoFactor',
  ],
  'a transfer credits one order once, by its own id': ['verifyBpay'],
  'signed by its sender, once by what it reports': [
    'midtransCallback',
    'stripeCallback',
    'tripayCallback',
  ],
  'changes the state of what is there; a second one finds it changed': [
    'revokeOtherAccess',
    'acceptTerms',
    'publishLegalPage',
    'addBrandImage',
    'actOnUsers',
    'cancelBatch',
    'cancelBatchRow',
    'cancelImageJob',
    'cancelInstall',
    'cancelRecovery',
    'cancelRefund',
    'completeUpload',
    'confirmRefund',
    'creditTopup',
    'discardDeadLetter',
    'endDesktop',
    'pauseBatch',
    'pauseWebhook',
    'readNotifications',
    'releaseInstall',
    'resolveReview',
    'resumeBatch',
    'resumeWebhook',
    'retryDeadLetter',
    'retryDelivery',
    'retryFailedJob',
    'retryRecovery',
    'setTelegramNotifications',
    'startRecovery',
    'startRefund',
    'startWindowsAgain',
    'startBackupBot',
    'startBot',
    'stopBackupBot',
    'stopBot',
    'syncPaymentMethods',
    'unblockIp',
    'unblockIps',
  ],
  'a ticket for one use, which lapses in seconds': ['openDesktop'],
  'a new link or code ends the one before': [
    'connectTelegram',
    'disconnectTelegram',
    'renewRecoveryCodes',
  ],
  'sent under the event id that its receiver knows': ['replayWebhook'],
  'by the token of one install, whose state it reports': Object.keys(agentRoutes),
};

describe('Idempotency-Key', () => {
  it('is accepted by every POST that spends or creates', () => {
    const harmless = Object.values(NEITHER_SPENDS_NOR_CREATES).flat();
    const others = posts.filter(([name]) => !harmless.includes(name));
    expect(others.filter(([, { idempotency }]) => !idempotency)).toEqual([]);
    expect(others.map(([name]) => name).sort()).toEqual([
      'allowNetwork',
      'blockIp',
      'buildImage',
      'createApiKey',
      'createBatch',
      'createImageUpload',
      'createLinuxVersion',
      'createProduct',
      'createScript',
      'createTopup',
      'createVouchers',
      'createWebhook',
      'createWindowsVersion',
      'importImage',
      'installAgain',
      'offerScript',
      'prepareBpay',
      'redeemVoucher',
      'replicateImage',
      'requestInstall',
      'requestVpsCheck',
      'resetWindowsPassword',
      'retryBatch',
      'retryBatchRow',
      'returnToLinux',
      'rotateWebhookSecret',
      'startBatch',
      'triggerRecovery',
      'updateQuota',
      'verifyImage',
    ]);
  });

  it('is accepted by no other route', () => {
    const harmless = Object.values(NEITHER_SPENDS_NOR_CREATES).flat();
    const keyed = tables
      .flatMap((table) => Object.entries(table))
      .filter(([, { idempotency }]) => idempotency);
    expect(keyed.filter(([, { method }]) => method !== 'POST')).toEqual([]);
    expect(keyed.filter(([name]) => harmless.includes(name))).toEqual([]);
  });

  it('accepts the caller’s own text with or without quotes', () => {
    for (const key of ['8e03978e-40d5-43dd-bc93-6894a57f9324', '"8e03978e"', 'x'.repeat(200)]) {
      expect(idempotencyKey.safeParse(key).success).toBe(true);
    }
    for (const key of ['', ' ', 'two words', 'x'.repeat(201), 'ü', 'a\n']) {
      expect(idempotencyKey.safeParse(key).success).toBe(false);
    }
  });
});
