import 'reflect-metadata';
import { doctor } from '@casement/common/platform/doctor/doctor.js';
import { auth } from './auth.service-definition.js';
import { checkMailDomain } from './mail/mail-domain.js';

await doctor(auth, (config) => checkMailDomain(config.MAIL_FROM, config.MAIL_DKIM_SELECTOR));
