import 'reflect-metadata';
import { doctor } from '@casement/common/platform/doctor/doctor.js';
import { security } from './security.service-definition.js';

await doctor(security);
