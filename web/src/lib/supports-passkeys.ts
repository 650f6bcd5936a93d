/** Returns whether this page can use passkeys: in a secure context, on a host with a name. */
export const supportsPasskeys = (): boolean =>
  typeof PublicKeyCredential === 'function' && !/^[\d.]+$|:/.test(location.hostname);
