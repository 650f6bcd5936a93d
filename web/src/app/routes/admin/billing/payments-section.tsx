import { PaymentMethods } from '@/features/billing/admin/payment-methods.js';
import { ReviewQueue } from '@/features/billing/admin/review-queue.js';
import { useOpenUser } from '@/features/users/open-user.js';
import { useHistoryState } from '@/lib/navigation/history-state.js';
import { useScrollIntoView } from '@/lib/navigation/use-scroll-into-view.js';

export default function PaymentsSection() {
  const [target] = useHistoryState<string>('target', '');
  const reviews = useScrollIntoView(target === 'reviews');
  return (
    <>
      <PaymentMethods />
      <div ref={reviews}>
        <ReviewQueue onUser={useOpenUser()} />
      </div>
    </>
  );
}
