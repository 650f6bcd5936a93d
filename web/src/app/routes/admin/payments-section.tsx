import { PaymentMethods } from '../../../features/billing/admin/payment-methods.js';
import { say } from '../../../lib/messages.js';
import { adminTexts } from '../../../messages/admin.js';

export default function PaymentsSection() {
  const m = say(adminTexts);
  return <PaymentMethods failed={m.loadFailed} />;
}
