import 'reflect-metadata';
import { checkPublicUrl } from '@casement/common/platform/doctor/checks.js';
import { doctor } from '@casement/common/platform/doctor/doctor.js';
import { auth } from './auth.service-definition.js';
import { checkMailDomain } from './mail/mail-domain.js';

await doctor(auth, {
  checks: async (config) => [
    await checkPublicUrl(config.PUBLIC_URL),
    ...(await checkMailDomain(config.MAIL_FROM, config.MAIL_DKIM_SELECTOR)),
  ],
  externalSystems: () => ['mail'],
});
