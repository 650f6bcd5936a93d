/** Binds a sealed password to its install, so that one row's ciphertext is useless in another. */
export const secretContext = {
  vps: (installId: string) => `install:${installId}:vps-password`,
  rdp: (installId: string) => `install:${installId}:rdp-password`,
};
