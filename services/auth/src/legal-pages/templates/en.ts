import { PRODUCT } from '@casement/proto/texts/product-name.js';
import type { LegalPageName } from '@casement/proto/http/auth/legal.js';
import { storedDataTable } from './stored-data.js';

/** Templates in English. Square brackets mark what an administrator has to fill in. */
export const en: Record<LegalPageName, string> = {
  terms: `These terms apply between you and [COMPANY NAME] (“we”) when you use ${PRODUCT}.

## The service

${PRODUCT} replaces the Linux system of a VPS with Windows. You provide the VPS and its root access; we carry out the installation.

## Your VPS

- Use the service only on a VPS that you rent or own and that your provider allows you to reinstall.
- The installation deletes everything on the disk. Back up what you need before you start.
- You are responsible for the fees and the rules of your VPS provider.

## Windows licence

${PRODUCT} installs Windows. The licence is between you and Microsoft.

## Account and API keys

You are responsible for what happens through your account and your API keys. Keep the password and the keys secret, and tell us if someone else may have them.

## Quota and payment

You buy quota in advance. One installation costs 1 quota. If an installation fails before the disk is written, the quota is returned. Refunds are described in our [refund policy](/legal/refunds).

## Fair use

No attacks, no spam, no unlawful content, and no VPSs that belong to other people. We may close accounts that break these rules.

## Liability

[LIABILITY UNDER YOUR LAW]

## Changes

We may change these terms. If we ask you to accept a new version, you have to do so before your next installation or top-up on the website. For API keys it applies 30 days after publication; you can revoke your keys before.

## Law and contact

The law of [COUNTRY] applies. You can reach us at [EMAIL ADDRESS].
`,
  privacy: `[COMPANY NAME], [ADDRESS], is responsible for your personal data. You can reach us at [EMAIL ADDRESS].

## What we store and for how long

${storedDataTable.en}

Technical counters and messages between our servers may contain your account ID or IP address for up to 30 days. Backups are overwritten after [NUMBER] days.

## Why we store it

- To provide the service and to bill it (contract).
- To keep accounts (legal obligation).
- To protect accounts and the service against abuse (legitimate interest).

## Who receives data

- Payment providers: [PAYMENT PROVIDERS]
- Mail server: [MAIL PROVIDER]
- Telegram, if you connect it
- Your VPS provider sees the connections to your VPS.

## Cookies

We set one cookie. It keeps you signed in. There is no tracking and no advertising.

## Your rights

You can correct your profile, download your data and delete your account in the settings. When the account is deleted, we erase what identifies you; amounts and dates that belong to the books stay. For anything else, write to [EMAIL ADDRESS]. You can complain to [SUPERVISORY AUTHORITY].
`,
  refunds: `## Quota that is returned automatically

If an installation fails before the disk is written, or if we cannot confirm that Windows works, the quota is returned to your account.

## Refunds

You can ask for a refund of unused quota within [NUMBER] days of the payment. The discount of the top-up is taken into account. Quota that we gave you for free is not paid out.

## How to ask

Write to [EMAIL ADDRESS] with the reference of the top-up. We answer within [NUMBER] working days. The money goes back by the payment method that you used, if it allows refunds; otherwise by bank transfer. Fees of the payment provider are [RETURNED / NOT RETURNED].
`,
  imprint: `**[COMPANY NAME]**

[STREET AND NUMBER]
[POSTCODE AND CITY]
[COUNTRY]

- Represented by: [NAME]
- Email: [EMAIL ADDRESS]
- Phone: [PHONE NUMBER]
- Registration: [REGISTER AND NUMBER]
- Tax number: [TAX NUMBER]
`,
};
