import 'reflect-metadata';
import { exitWithError } from '@casement/common/platform/bootstrap/exit-with-error.js';
import { verifyBooks } from './cli/verify-books.js';

try {
  const { text, isCorrect } = await verifyBooks(process.env);
  process.stdout.write(`${text}\n`);
  process.exitCode = isCorrect ? 0 : 1;
} catch (error) {
  exitWithError('the books could not be verified', error);
}
