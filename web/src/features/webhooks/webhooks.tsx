import { useQuery } from '@tanstack/react-query';
import { Subpages } from '@/components/layout/subpages.js';
import { useHistoryState } from '@/lib/navigation/history-state.js';
import { webhooksQuery } from './api.js';
import { WebhookDeliveries } from './webhook-deliveries.js';
import { WebhookList } from './webhook-list.js';

export default function Webhooks() {
  const query = useQuery(webhooksQuery);
  const [shown, setShown] = useHistoryState<string | null>('webhook', null);
  const webhook = query.data?.find(({ id }) => id === shown);
  return (
    <Subpages shown={shown}>
      {webhook ? (
        <WebhookDeliveries webhook={webhook} onBack={() => setShown(null, { push: true })} />
      ) : (
        <WebhookList query={query} onDeliveries={(id) => setShown(id, { push: true })} />
      )}
    </Subpages>
  );
}
