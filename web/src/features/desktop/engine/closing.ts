/** IronErrorKind, which the package exports only as a type. */
export const FAILURES = { wrongPassword: 1, logonFailure: 2, accessDenied: 3 } as const;

export interface Closing {
  /** WebSocket close code; null if Windows ended the session regularly. */
  code: number | null;
  /** IronErrorKind of a failed sign-in. */
  failure?: number;
  /** The client's own code crashed. */
  crashed?: true;
}
