/**
 * What the log keeps of an error. Not its other fields: a failed query carries its parameters and a
 * failed HTTP call its headers, and both may be secrets. Its code (SQLSTATE, ECONNREFUSED) goes under
 * `errorCode`, since a field `code` below the top is blanked: there it may be a mail's.
 */
export function errorFields(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return typeof error === 'string' ? error : typeof error;
  const code = (error as { code?: unknown }).code;
  return {
    type: error.name,
    message: error.message,
    ...(typeof code === 'string' || typeof code === 'number' ? { errorCode: code } : {}),
    stack: error.stack,
    ...(error.cause !== undefined && depth < 3
      ? { cause: errorFields(error.cause, depth + 1) }
      : {}),
    ...(error instanceof AggregateError && depth < 3
      ? { errors: error.errors.map((one) => errorFields(one, depth + 1)) }
      : {}),
  };
}
