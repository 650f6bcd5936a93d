import { PROVIDERS, type ProviderId } from '@casement/proto/texts/providers.js';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, ButtonLink } from '@/components/ui/button.js';
import { Dialog } from '@/components/ui/dialog/dialog.js';
import { paths } from '@/config/paths.js';
import { t } from '@/messages/i18n.js';
import { commonMessages } from '@/messages/common.js';
import { providerMessages } from '@/messages/install/providers.js';
import { landingMessages } from '@/messages/landing.js';

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="py-4 border-b last:border-0 first:pt-0 last:pb-0">
      <h3 className="mb-1.5">{title}</h3>
      <div className="text-muted-foreground">{children}</div>
    </section>
  );
}

/** SPEC §1: the project, the VM type, the requirements, the providers. */
export default function LearnMoreDialog({ onClose }: { onClose: () => void }) {
  const { about: m, getStarted } = t(landingMessages);
  const providers = t(providerMessages);
  const listed = Object.entries(PROVIDERS).filter(([, { name }]) => m.providerList.includes(name));
  return (
    <Dialog
      onClose={onClose}
      title={m.title}
      description={m.lead}
      width={560}
      readable={m.title}
      footer={
        <>
          <Button onClick={onClose}>{t(commonMessages).close}</Button>
          <ButtonLink variant="primary" to={paths.register}>
            {getStarted}
          </ButtonLink>
        </>
      }
    >
      <Part title={m.project}>{m.projectBody}</Part>
      <Part title={m.vmType}>{m.vmTypeBody}</Part>
      <Part title={m.requirements}>
        <ul className="grid gap-1.5">
          {[m.requirement1, m.requirement2, m.requirement3].map((line) => (
            <li key={line} className="flex gap-2.5">
              <Check className="ic text-primary mt-[3px]" />
              {line}
            </li>
          ))}
        </ul>
        <p className="mt-3">{m.requirementNote}</p>
      </Part>
      <Part title={m.providers}>
        <ul className="flex flex-wrap gap-1.5 mb-2">
          {m.providerList.map((name) => (
            <li key={name} className="badge t-neutral px-2.5! h-7! text-foreground!">
              {name}
            </li>
          ))}
        </ul>
        {m.providerMore}
        <ul className="grid gap-1.5 mt-3 text-sm">
          {listed.map(([id, { name }]) => {
            const note = providers.notes[id as ProviderId];
            return note && <li key={id}>{providers.note(name, note)}</li>;
          })}
        </ul>
      </Part>
    </Dialog>
  );
}
