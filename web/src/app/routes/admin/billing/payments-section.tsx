import { PaymentMethods } from '@/features/billing/admin/payment-methods.js';
import { ReviewQueue } from '@/features/billing/admin/review-queue.js';
import { useOpenUser } from '@/features/users/open-user.js';
import { usePlaceState } from '@/lib/navigation/history-state.js';
import { useBrought } from '@/lib/navigation/use-scroll-into-view.js';

/** What customers may pay with, and the payments that need a look. */
export default function PaymentsSection() {
  const [look] = usePlaceState<string>('look', '');
  const reviews = useBrought(look === 'reviews');
  return (
    <>
      <PaymentMethods />
      <div ref={reviews}>
        <ReviewQueue onUser={useOpenUser()} />
      </div>
    </>
  );
}
