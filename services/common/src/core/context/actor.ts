/** Who acts, from the access token or the API key. Always the first argument of a service's method. */
export interface Actor {
  readonly userId: string;
  readonly sessionId: string;
  readonly admin: boolean;
  /** An administrator who has to set up two-factor first: they reach only that. */
  readonly needsTwoFactor: boolean;
  /** When they last gave a password or a code, in seconds since 1970. */
  readonly confirmedAt: number;
  /** The user's epoch when the token was signed; it grows when all their sessions are ended. */
  readonly epoch: number;
  /** The id of the API key that the call came with; `sessionId` is the same then. */
  readonly apiKeyId?: string;
}
