/**
 * Prints the failure and its reason in one sentence and exits with code 1.
 *
 * @example exitWithError('billing could not start', error)
 */
export function exitWithError(what: string, error: unknown): never {
  process.stderr.write(`${what}: ${sentenceOf(error)}\n`);
  process.exit(1);
}

function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return 'an unknown error.';
  // A connection error for several addresses (localhost) is an AggregateError without a message.
  const inner = error instanceof AggregateError ? (error.errors[0] as Error) : error;
  return inner.message || inner.name;
}
