import { deadLetters } from '@casement/common/platform/bootstrap/dead-letters.js';
import { billing } from './billing.service-definition.js';

await deadLetters(billing);
