import { toDataURL, toString } from 'qrcode';

/** Dark on a white ground with its quiet zone, in every theme of the page: readers need that. */
const MARGIN = 4;

/**
 * pngjs would try all five of PNG's filters, which are made for photographs, on each line, and pack at zlib's highest
 * level. Without that the drawing costs a third and is about 1 KB larger.
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
