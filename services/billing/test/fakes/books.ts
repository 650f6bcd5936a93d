export { brokenPromises } from '@casement/billing/books/promises.js';
