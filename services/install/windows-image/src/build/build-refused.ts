/** An image cannot be built of what was given: the sentence says why, what was not changed, and what to do. */
export class BuildRefused extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'BuildRefused';
  }
}
