import { HardDrive, KeyRound, Server } from 'lucide-react';
import { t } from '@/messages/i18n.js';
import { landingMessages } from '@/messages/landing.js';

/** Essentials of Learn More, visible without opening it. */
export function FactStrip() {
  const m = t(landingMessages);
  const facts = [
    { Icon: Server, term: m.vmType, name: 'vmTypeValue' },
    { Icon: KeyRound, term: m.requirements, name: 'requirementsValue' },
    { Icon: HardDrive, term: m.providers, name: 'providersValue', note: m.providersNote },
  ] as const;
  return (
    <section aria-label={m.facts} className="w-full max-w-[1320px] mx-auto px-4 lg:px-10 pt-6 pb-6">
      <div className="panes grid-cols-1 sm:grid-cols-3">
        {facts.map(({ Icon, term, name, ...fact }) => (
          <div key={term} className="flex gap-3 items-start">
            <Icon className="ic text-primary mt-0.5" aria-hidden />
            <div>
              <h2 className="text-sm text-muted-foreground font-normal! tracking-normal!">
                {term}
              </h2>
              <p data-text={name} className="font-[560]">
                {m[name]}
              </p>
              {'note' in fact && (
                <p data-text="providersNote" className="text-sm text-muted-foreground">
                  {fact.note}
                </p>
              )}
            </div>
          </div>
        ))}
      </div>
    </section>
  );
}
