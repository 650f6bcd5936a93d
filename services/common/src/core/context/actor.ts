/** Authenticated caller, from the access token or the API key. Always the first argument of a service method. */
export interface Actor {
  readonly userId: string;
  readonly sessionId: string;
  readonly admin: boolean;
  /**
   * True for an administrator who must set up two-factor authentication and until then may only access that set-up.
   */
  readonly needsTwoFactor: boolean;
  /** Time of the last password or code confirmation, in seconds since 1970. */
  readonly confirmedAt: number;
  /** Epoch of the user when the token was signed. It is incremented when all sessions of the user are ended. */
  readonly epoch: number;
  /** Expiry of the token or key, in seconds since 1970. Absent for an API key without expiry. */
  readonly expiresAt?: number;
  /** Id of the API key used for the call; `sessionId` has the same value then. */
  readonly apiKeyId?: string;
}
