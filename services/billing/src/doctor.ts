import 'reflect-metadata';
import { doctor } from '@casement/common/platform/doctor/doctor.js';
import { billing } from './billing.service-definition.js';

await doctor(billing);
