import 'reflect-metadata';
import { doctor } from '@casement/common/platform/doctor/doctor.js';
import { telegram } from './telegram.service-definition.js';

await doctor(telegram);
