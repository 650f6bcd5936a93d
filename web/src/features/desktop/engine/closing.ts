/** IronErrorKind of the package, which exports it as a type alone. */
export const FAILURES = { wrongPassword: 1, logonFailure: 2, accessDenied: 3 } as const;

/** How a connection has ended. */
export interface Closing {
  /** Of the WebSocket; null where Windows has ended the session in its order. */
  code: number | null;
  /** IronErrorKind of a failed sign-in. */
  failure?: number;
  /** The client's own code failed. */
  crashed?: true;
}
