import { PaymentMethods } from '@/features/billing/admin/payment-methods.js';
import { ReviewQueue } from '@/features/billing/admin/review-queue.js';
import { useOpenUser } from '@/features/users/open-user.js';
import { t } from '@/lib/i18n/messages.js';
import { usePlaceState } from '@/lib/navigation/history-state.js';
import { useBrought } from '@/lib/navigation/use-scroll-into-view.js';
import { adminMessages } from '@/messages/admin/admin.js';

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
