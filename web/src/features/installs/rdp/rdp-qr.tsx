import { QrCode } from '@/components/ui/qr-code.js';
import { QR_SIZE } from './rdp-target.js';

export default function RdpQr(code: { text: string; label: string }) {
  return <QrCode {...code} style={QR_SIZE} />;
}
