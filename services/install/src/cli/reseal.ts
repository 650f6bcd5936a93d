import 'reflect-metadata';
import { resealService } from '@casement/common/platform/bootstrap/reseal-service.js';
import { install } from '../install.service-definition.js';
import { sealedColumns } from './sealed-columns.js';

await resealService(install, sealedColumns);
