import { PROVIDERS, type ProviderId } from '@casement/proto/texts/providers.js';
import { useState } from 'react';
import { Facts, providerNotes } from '@/components/installs/provider-notes.js';
import { Button } from '@/components/ui/button.js';
import { Dialog } from '@/components/ui/dialog/dialog.js';
import { SelectField } from '@/components/ui/form/select-field.js';
import { t } from '@/messages/i18n.js';
import { commonMessages } from '@/messages/common.js';
import { providerMessages } from '@/messages/install/providers.js';

const NAMES = Object.entries(PROVIDERS).map(([id, { name }]): [string, string] => [id, name]);

/** Provider settings required before the first check, and the Windows versions that run there. */
export default function ProviderNotesDialog({ onClose }: { onClose: () => void }) {
  const m = t(providerMessages);
  const [chosen, setChosen] = useState<ProviderId | ''>('');
  return (
    <Dialog
      onClose={onClose}
      title={m.title}
      description={m.lead}
      footer={<Button onClick={onClose}>{t(commonMessages).close}</Button>}
    >
      <SelectField
        label={m.provider}
        options={[['', m.choose], ...NAMES]}
        value={chosen}
        onChange={({ target }) => setChosen(target.value as ProviderId | '')}
      />
      <div aria-live="polite" className={chosen && 'mt-4'}>
        {chosen && <Facts facts={providerNotes(chosen)} />}
      </div>
    </Dialog>
  );
}
