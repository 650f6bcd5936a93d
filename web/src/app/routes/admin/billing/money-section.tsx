import { Money } from '@/features/money/money.js';
import { useNavigateTo } from '@/lib/navigation/history-state.js';
import { topupLocation } from '../admin-locations.js';

export default function MoneySection() {
  const goTo = useNavigateTo();
  return <Money onTopup={(reference) => goTo(topupLocation(reference))} />;
}
