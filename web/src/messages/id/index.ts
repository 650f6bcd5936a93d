import { failures } from '@casement/proto/texts/id/failures.js';
import { phrases } from '@casement/proto/texts/id/phrases.js';
import { ruleCodeOf } from '@casement/proto/http/rules.js';
import type { LanguagePack } from '@/lib/messages.js';
import { adminGate } from './admin-gate.js';
import { adminDesktop } from './admin-desktops.js';
import { adminInstall } from './admin-installs.js';
import { adminNeed } from './admin-needs.js';
import { adminPalette } from './admin-palette.js';
import { adminReview } from './admin-reviews.js';
import { adminTelegram } from './admin-telegram.js';
import { adminTopup } from './admin-topups.js';
import { adminTrend } from './admin-trends.js';
import { adminTwoFactor } from './admin-two-factor.js';
import { admin } from './admin.js';
import { apiKeys } from './api-keys.js';
import { auth } from './auth.js';
import { batches } from './batches.js';
import { billing } from './billing.js';
import { captcha } from './captcha.js';
import { catalogue } from './catalogue.js';
import { certification } from './certification.js';
import { common } from './common.js';
import { connect } from './connect.js';
import { csvExport } from './csv-export.js';
import { dashboard } from './dashboard.js';
import { desktop } from './desktop.js';
import { deviceLogin } from './device-login.js';
import { firstRun } from './first-run.js';
import { imageUpload } from './image-uploads.js';
import { install } from './install.js';
import { landing } from './landing.js';
import { notice } from './notices.js';
import { notification } from './notifications.js';
import { operations } from './operations.js';
import { provider } from './providers.js';
import { recovery } from './recovery.js';
import { securityTools } from './security-tools.js';
import { securityPhrases } from './security-phrases.js';
import { ledger, reviews } from './billing-codes.js';
import { alerts, detectionRules } from './detection-codes.js';
import { security } from './security.js';
import { settings } from './settings.js';
import { stepUp } from './step-up.js';
import { telegram } from './telegram.js';
import { terms } from './terms.js';
import { userDialogs } from './user-dialogs.js';
import { userPage } from './user-page.js';
import { user } from './users.js';
import { verification } from './verification.js';
import { vpsCheck } from './vps-check.js';
import { windowsImage } from './windows-images.js';
import { serverMessages } from './server-messages.js';
import { rules } from './rules.js';
import { webhooks } from './webhooks.js';

/** Indonesian, fetched when it is chosen. */
export const indonesian: LanguagePack = {
  areas: {
    admin,
    adminDesktop,
    adminGate,
    adminInstall,
    adminNeed,
    adminPalette,
    adminReview,
    adminTelegram,
    adminTopup,
    adminTrend,
    adminTwoFactor,
    apiKeys,
    auth,
    batches,
    billing,
    captcha,
    catalogue,
    certification,
    common,
    connect,
    csvExport,
    dashboard,
    desktop,
    deviceLogin,
    firstRun,
    imageUpload,
    install,
    landing,
    notice,
    notification,
    operations,
    provider,
    recovery,
    security,
    securityTools,
    settings,
    stepUp,
    telegram,
    terms,
    user,
    userDialogs,
    userPage,
    verification,
    vpsCheck,
    webhooks,
    windowsImage,
  },
  serverMessages,
  failures,
  ledger,
  reviews,
  detectionRules,
  alerts,
  phrases: { ...phrases, ...securityPhrases },
  rules,
  ruleCodeOf,
};
