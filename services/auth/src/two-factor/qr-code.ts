import { toDataURL, toString } from 'qrcode';

/** Dark on a white ground with its quiet zone, in every theme of the page: readers need that. */
const MARGIN = 4;

/** @returns the same QR code as `<svg …>` text and as a PNG data URL */
export async function drawQrCode(text: string): Promise<{ qrSvg: string; qrBase64: string }> {
  const [qrSvg, qrBase64] = await Promise.all([
    toString(text, { type: 'svg', margin: MARGIN }),
    toDataURL(text, { type: 'image/png', margin: MARGIN, width: 256 }),
  ]);
  return { qrSvg: qrSvg.trim(), qrBase64 };
}
