import { deadLetters } from '@casement/common/platform/bootstrap/dead-letters.js';
import { auth } from './auth.service-definition.js';

await deadLetters(auth);
