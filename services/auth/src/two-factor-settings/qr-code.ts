import { toDataURL, toString } from 'qrcode';

/** Quiet zone required by QR readers. */
const MARGIN = 4;

/**
 * pngjs by default tries all five PNG filters, which suit photographs, on each line and compresses at zlib's highest
 * level. These options cost a third of the time and about 1 KB.
 */
const PNG = {
  type: 'image/png',
  margin: MARGIN,
  width: 256,
  rendererOpts: { filterType: 0, deflateLevel: 6, deflateStrategy: 0 },
} as const;

/** @returns the same QR code as `<svg …>` text and as a PNG data URL */
export async function drawQrCode(text: string): Promise<{ qrSvg: string; qrBase64: string }> {
  const [qrSvg, qrBase64] = await Promise.all([
    toString(text, { type: 'svg', margin: MARGIN }),
    toDataURL(text, PNG),
  ]);
  return { qrSvg: qrSvg.trim(), qrBase64 };
}
