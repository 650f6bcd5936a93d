/** The inputs do not allow a build. The message names the reason, what was left unchanged, and the remedy. */
export class BuildRefused extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'BuildRefused';
  }
}
