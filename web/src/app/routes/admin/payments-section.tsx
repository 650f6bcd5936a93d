import { useOpenUser } from '@/features/users/open-user.js';
import { PaymentMethods } from '@/features/billing/admin/payment-methods.js';
import { ReviewQueue } from '@/features/billing/admin/review-queue.js';
import { t } from '@/lib/messages.js';
import { adminMessages } from '@/messages/admin.js';

/** What customers may pay with, and the payments that need a look. */
export default function PaymentsSection() {
  const m = t(adminMessages);
  return (
    <>
      <PaymentMethods failed={m.loadFailed} />
      <ReviewQueue onUser={useOpenUser()} failed={m.loadFailed} />
    </>
  );
}
