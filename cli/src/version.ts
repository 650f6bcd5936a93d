/** Set by the build, from package.json. */
declare const CASEMENT_VERSION: string | undefined;

export const VERSION = typeof CASEMENT_VERSION === 'string' ? CASEMENT_VERSION : '0.0.0';
