/** Who acts, from the access token. Always the first argument of a service's method. */
export interface Actor {
  readonly userId: string;
  readonly sessionId: string;
  readonly admin: boolean;
  /** The user's epoch when the token was signed; it grows when all their sessions are ended. */
  readonly epoch: number;
}
