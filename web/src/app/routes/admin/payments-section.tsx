import { PaymentMethods } from '@/features/billing/admin/payment-methods.js';
import { ReviewQueue } from '@/features/billing/admin/review-queue.js';
import { say } from '@/lib/messages.js';
import { adminTexts } from '@/messages/admin.js';

/** What customers may pay with, and the payments that need a look. */
export default function PaymentsSection() {
  const m = say(adminTexts);
  return (
    <>
      <PaymentMethods failed={m.loadFailed} />
      <ReviewQueue failed={m.loadFailed} />
    </>
  );
}
