/**
 * Returns the loggable fields of an error. Excludes other fields because a failed query carries its parameters and a
 * failed HTTP call its headers, and both may contain secrets. The error's code (SQLSTATE, ECONNREFUSED) becomes
 * `errorCode`, because a nested field `code` is redacted as a possible mail code.
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
