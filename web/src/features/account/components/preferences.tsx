import type { User } from '@casement/proto/http/auth/users.js';
import type { Language } from '@casement/proto/language.js';
import { useState, type SyntheticEvent } from 'react';
import { Button } from '@/components/ui/button.js';
import { SelectField } from '@/components/ui/form/select-field.js';
import { Panel } from '@/components/ui/panel.js';
import { DEFAULT_TIME_ZONE } from '@/lib/format/format.js';
import { withToast } from '@/lib/toast/toast-failure.js';
import { LANGUAGE_NAMES, t, useLanguage } from '@/messages/i18n.js';
import { chooseLanguage } from '@/messages/load-language.js';
import { settingsMessages } from '@/messages/account/settings.js';
import { useUpdateProfile } from '../api.js';

/** Includes the current zone, which the browser may know by another name. */
const zoneOptions = (current: string): [string, string][] =>
  [...new Set([current, ...Intl.supportedValuesOf('timeZone')])]
    .sort()
    .map((zone) => [zone, zone.replaceAll('_', ' ')]);

/** Language and time zone of the account. Saved by a button, because arrow keys change a select at every step. */
export default function Preferences({ user }: { user: User }) {
  const { preferences: m } = t(settingsMessages);
  const update = useUpdateProfile();
  const current = { language: useLanguage(), time_zone: user.time_zone ?? DEFAULT_TIME_ZONE };
  const [changed, setChanged] = useState<Partial<typeof current>>({});
  const shown = { ...current, ...changed };
  const [zones] = useState(() => zoneOptions(current.time_zone));

  const save = async () => {
    await update.mutateAsync(changed);
    if (changed.language) await chooseLanguage(changed.language);
    setChanged({});
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const done = () => ({ title: t(settingsMessages).preferences.saved });
    void withToast(save(), { done, failed: m.failed });
  };

  return (
    <Panel title={m.title}>
      <form className="p-4 grid gap-4" onSubmit={submit}>
        <SelectField
          label={m.language}
          help={m.languageHelp}
          options={Object.entries(LANGUAGE_NAMES)}
          value={shown.language}
          onChange={({ target }) => setChanged({ ...changed, language: target.value as Language })}
        />
        <SelectField
          label={m.timeZone}
          help={m.timeZoneHelp}
          options={zones}
          value={shown.time_zone}
          onChange={({ target }) => setChanged({ ...changed, time_zone: target.value })}
        />
        <Button
          type="submit"
          variant="primary"
          className="justify-self-start"
          disabled={shown.language === current.language && shown.time_zone === current.time_zone}
          busy={update.isPending}
        >
          {m.save}
        </Button>
      </form>
    </Panel>
  );
}
