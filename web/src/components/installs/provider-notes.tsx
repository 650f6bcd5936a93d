import { PROVIDERS, type ProviderId } from '@casement/proto/texts/providers.js';
import { t } from '@/messages/i18n.js';
import { providerMessages } from '@/messages/install/providers.js';

/** Settings required by a provider before the first check, and the Windows versions that run there. */
export const providerNotes = (id: ProviderId): [term: string, value: string][] => {
  const m = t(providerMessages);
  const image = m.images[PROVIDERS[id].image];
  return [
    [m.before, m.steps[id]],
    [m.image, typeof image === 'string' ? image : image(m.notes[id] ?? '')],
    [m.firewall, m.firewallValue],
  ];
};

/** Terms above their values, for values of one or more sentences. */
export const Facts = ({ facts }: { facts: [term: string, value: string][] }) => (
  <dl className="grid gap-3">
    {facts.map(([term, value]) => (
      <div key={term}>
        <dt className="text-sm text-muted-foreground">{term}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
