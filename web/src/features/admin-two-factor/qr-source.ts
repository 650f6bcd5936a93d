import type { TwoFactorSetupResponse } from '@casement/proto/http/two-factor.js';

/**
 * The address of the QR code's image, or null. The SVG is shown as an image too, never put into the page: what
 * an image holds can run nothing.
 */
export function qrSource({ qrSvg, qrBase64 }: Partial<TwoFactorSetupResponse>): string | null {
  if (qrBase64)
    return qrBase64.startsWith('data:') ? qrBase64 : `data:image/png;base64,${qrBase64}`;
  return qrSvg ? `data:image/svg+xml,${encodeURIComponent(qrSvg)}` : null;
}
