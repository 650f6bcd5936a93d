import { useOpenUser } from '@/features/users/open-user.js';
import { PaymentMethods } from '@/features/billing/admin/payment-methods.js';
import { ReviewQueue } from '@/features/billing/admin/review-queue.js';
import { t } from '@/lib/messages.js';
import { usePlaceState } from '@/lib/place.js';
import { useBrought } from '@/lib/use-brought.js';
import { adminMessages } from '@/messages/admin.js';

/** What customers may pay with, and the payments that need a look. */
export default function PaymentsSection() {
  const m = t(adminMessages);
  const [look] = usePlaceState<string>('look', '');
  const reviews = useBrought(look === 'reviews');
  return (
    <>
      <PaymentMethods failed={m.loadFailed} />
      <div ref={reviews}>
        <ReviewQueue onUser={useOpenUser()} failed={m.loadFailed} />
      </div>
    </>
  );
}
