/** Pixels including the white margin, which is 8 of about 50 modules. */
export const QR_BOX = { width: 304, height: 304 } as const;
