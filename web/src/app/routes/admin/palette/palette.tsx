import { TriangleAlert } from 'lucide-react';
import { useId, useState, type KeyboardEvent } from 'react';
import { Dialog } from '@/components/ui/dialog/dialog.js';
import { SearchField } from '@/components/ui/form/search-field.js';
import { Note } from '@/components/ui/note.js';
import { t } from '@/messages/i18n.js';
import { useNavigateTo } from '@/lib/navigation/history-state.js';
import { adminPaletteMessages } from '@/messages/admin/admin-palette.js';
import { useSearchResults, type SearchResult } from './use-search-results.js';

/**
 * Command palette (Ctrl-K) that opens any section, user, install or payment. It is a combobox: the focus stays in the
 * search field.
 */
export default function Palette({ onClose }: { onClose: () => void }) {
  const m = t(adminPaletteMessages);
  const goTo = useNavigateTo();
  const id = useId();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<string>();
  const { finds, searching, failed } = useSearchResults(typed);
  const at = Math.max(
    0,
    finds.findIndex(({ key }) => key === chosen),
  );
  const optionId = (find: SearchResult | undefined) => find && `${id}-${find.key}`;

  const open = (find: SearchResult | undefined) => {
    if (!find) return;
    onClose();
    goTo(find.location);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Enter') open(finds[at]);
    else if (step && finds.length > 0) {
      const next = finds[(at + step + finds.length) % finds.length];
      setChosen(next?.key);
      document.getElementById(optionId(next) ?? '')?.scrollIntoView({ block: 'nearest' });
    } else return;
    event.preventDefault();
  };
  const groups = [...new Set(finds.map(({ group }) => group))];
  return (
    <Dialog title={m.title} description={m.help} onClose={onClose}>
      <SearchField
        label={m.label}
        value={typed}
        onValueChange={setTyped}
        role="combobox"
        aria-expanded={finds.length > 0}
        aria-controls={id}
        aria-autocomplete="list"
        autoComplete="off"
        {...(finds[at] && { 'aria-activedescendant': optionId(finds[at]) })}
        onKeyDown={onKeyDown}
      />
      <p role="status" className="text-sm text-muted-foreground py-3">
        {searching ? m.searching : finds.length > 0 ? m.found(finds.length) : m.nothing}
      </p>
      {failed && (
        <Note tone="warning" icon={TriangleAlert}>
          {m.failed}
        </Note>
      )}
      <div id={id} role="listbox" aria-label={m.results}>
        {groups.map((group) => (
          <div key={group} role="group" aria-label={m.groups[group]}>
            <p className="text-xs text-muted-foreground mt-2" aria-hidden>
              {m.groups[group]}
            </p>
            {finds
              .filter((find) => find.group === group)
              .map((find) => (
                <div
                  key={find.key}
                  id={optionId(find)}
                  role="option"
                  tabIndex={-1}
                  aria-selected={find === finds[at]}
                  className={`px-4 py-2.5 rounded-sm cursor-pointer ${find === finds[at] ? 'bg-accent' : ''}`}
                  onPointerMove={() => setChosen(find.key)}
                  onClick={() => open(find)}
                >
                  <span className="font-[560] wrap-anywhere">{find.name}</span>{' '}
                  <span className="text-sm text-muted-foreground wrap-anywhere">{find.detail}</span>
                </div>
              ))}
          </div>
        ))}
      </div>
    </Dialog>
  );
}
