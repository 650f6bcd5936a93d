import { ruleCodeOf } from '@casement/proto/http/rules.js';
import { failures } from '@casement/proto/texts/id/failures.js';
import { phrases } from '@casement/proto/texts/id/phrases.js';
import type { LanguagePack } from '@/messages/i18n.js';
import { access } from './account/access.js';
import { accountLink } from './account/account-link.js';
import { accountMenu } from './account/account-menu.js';
import { apiKeys } from './account/api-keys.js';
import { auth } from './account/auth.js';
import { captcha } from './account/captcha.js';
import { deviceLogin } from './account/device-login.js';
import { newTerms } from './account/new-terms.js';
import { notice } from './account/notices.js';
import { notification } from './account/notifications.js';
import { passkey } from './account/passkey.js';
import { settings } from './account/settings.js';
import { stepUp } from './account/step-up.js';
import { telegram } from './account/telegram.js';
import { terms } from './account/terms.js';
import { ownTwoFactor } from './account/two-factor.js';
import { verification } from './account/verification.js';
import { webhooks } from './account/webhooks.js';
import { adminDesktop } from './admin/installs/admin-desktops.js';
import { adminGate } from './admin/admin-gate.js';
import { adminInstall } from './admin/installs/admin-installs.js';
import { adminMoney } from './admin/billing/admin-money.js';
import { adminNeed } from './admin/overview/admin-needs.js';
import { adminPalette } from './admin/admin-palette.js';
import { adminRefund } from './admin/billing/admin-refunds.js';
import { adminReview } from './admin/billing/admin-reviews.js';
import { adminTelegram } from './admin/operations/admin-telegram.js';
import { adminTopup } from './admin/billing/admin-topups.js';
import { adminTrend } from './admin/overview/admin-trends.js';
import { adminTwoFactor } from './admin/users/admin-two-factor.js';
import { admin } from './admin/admin.js';
import { adminAnnouncement } from './admin/operations/announcements.js';
import { auditSentence } from './admin/security/audit-sentences.js';
import { brand } from './admin/operations/brand.js';
import { catalogue } from './admin/billing/catalogue.js';
import { dayField } from './admin/day-field.js';
import { certification } from './admin/windows/certification.js';
import { firstRun } from './admin/overview/first-run.js';
import { imageUpload } from './admin/windows/image-uploads.js';
import { adminLegal } from './admin/operations/legal.js';
import { operations } from './admin/operations/operations.js';
import { recovery } from './admin/security/recovery.js';
import { securityTools } from './admin/security/security-tools.js';
import { security } from './admin/security/security.js';
import { adminVoucher } from './admin/billing/vouchers.js';
import { userActions } from './admin/users/user-actions.js';
import { userDialogs } from './admin/users/user-dialogs.js';
import { userPage } from './admin/users/user-page.js';
import { user } from './admin/users/users.js';
import { linuxVersion } from './admin/windows/linux-versions.js';
import { windowsImage } from './admin/windows/windows-images.js';
import { announcement } from './announcements.js';
import { billing } from './billing.js';
import { common } from './common.js';
import { csvExport } from './csv-export.js';
import { dashboard } from './dashboard.js';
import { help } from './help.js';
import { batches } from './install/batches.js';
import { bootGuard } from './install/boot-guard.js';
import { passwordReset } from './install/password-reset.js';
import { returnToLinux } from './install/return-to-linux.js';
import { connect } from './install/connect.js';
import { desktop } from './install/desktop.js';
import { history } from './install/history.js';
import { install } from './install/install.js';
import { machines } from './install/machines.js';
import { provider } from './install/providers.js';
import { scripts } from './install/scripts.js';
import { vpsCheck } from './install/vps-check.js';
import { windowsOptions } from './install/windows-options.js';
import { landing } from './landing.js';
import { receipt } from './receipts.js';
import { ledger, reviews } from './server/billing-codes.js';
import { alerts, detectionRules } from './server/detection-codes.js';
import { rules } from './server/rules.js';
import { securityPhrases } from './server/security-phrases.js';
import { serverMessages } from './server/server-messages.js';
import { voucher } from './vouchers.js';

/** Indonesian, fetched when selected. */
export const indonesian: LanguagePack = {
  areas: {
    access,
    accountLink,
    accountMenu,
    admin,
    adminDesktop,
    adminGate,
    adminInstall,
    adminLegal,
    adminMoney,
    adminNeed,
    adminPalette,
    adminRefund,
    adminReview,
    adminTelegram,
    adminTopup,
    adminTrend,
    adminTwoFactor,
    adminVoucher,
    apiKeys,
    auth,
    batches,
    billing,
    brand,
    captcha,
    adminAnnouncement,
    announcement,
    auditSentence,
    catalogue,
    certification,
    common,
    connect,
    csvExport,
    dashboard,
    desktop,
    deviceLogin,
    firstRun,
    help,
    history,
    bootGuard,
    passwordReset,
    returnToLinux,
    imageUpload,
    install,
    landing,
    machines,
    newTerms,
    notice,
    notification,
    operations,
    ownTwoFactor,
    passkey,
    provider,
    receipt,
    recovery,
    scripts,
    security,
    securityTools,
    settings,
    stepUp,
    telegram,
    terms,
    user,
    dayField,
    userActions,
    userDialogs,
    userPage,
    verification,
    voucher,
    vpsCheck,
    windowsOptions,
    webhooks,
    linuxVersion,
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
