import { deadLetters } from '@casement/common/bootstrap/dead-letters.js';
import { billing } from './billing.service-definition.js';

await deadLetters(billing);
