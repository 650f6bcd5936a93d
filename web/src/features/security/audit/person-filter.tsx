import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { User } from 'lucide-react';
import { useEffect, useId } from 'react';
import { SEARCH_DEBOUNCE_MS } from '@/config/limits.js';
import { t } from '@/messages/i18n.js';
import { useInputValue } from '@/lib/navigation/use-input-value.js';
import { useDebounced } from '@/lib/use-debounced.js';
import { securityToolsMessages } from '@/messages/admin/security/security-tools.js';
import { userSuggestionsQuery } from './api.js';

export interface Person {
  /** '' for all. */
  id: string;
  name: string;
}

const USER_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Filter by user: by name with suggestions, or by id, which is all that remains of a deleted user. */
export function PersonFilter({
  label,
  person,
  onPerson,
}: {
  label: string;
  person: Person;
  onPerson: (person: Person) => void;
}) {
  const { audit: m } = t(securityToolsMessages);
  const listId = useId();
  const noteId = useId();
  const [typed, setTyped] = useInputValue(person.name);
  const search = useDebounced(typed.trim().toLowerCase(), SEARCH_DEBOUNCE_MS);
  const isUnchanged = search === person.name.toLowerCase();
  const canSearch = !isUnchanged && search !== '' && !USER_ID.test(search);
  const suggestions = useQuery({
    ...userSuggestionsQuery(search),
    enabled: canSearch,
    placeholderData: keepPreviousData,
  });
  const found =
    canSearch && suggestions.isSuccess && !suggestions.isPlaceholderData
      ? suggestions.data.items
      : null;

  useEffect(() => {
    // Ignores a search that lags behind the field, e.g. after a reset.
    if (isUnchanged || search !== typed.trim().toLowerCase()) return;
    if (search === '') return onPerson({ id: '', name: '' });
    if (USER_ID.test(search)) return onPerson({ id: search, name: search });
    const match = found?.find(({ username }) => username.toLowerCase() === search);
    if (match) onPerson({ id: match.id, name: match.username });
    // The input has changed, so the previously selected user no longer applies.
    else if (found && person.id !== '') onPerson({ id: '', name: '' });
  }, [search, typed, isUnchanged, found, person, onPerson]);

  const note = !canSearch
    ? ''
    : suggestions.isError
      ? m.peopleFailed
      : found && (found.length === 0 ? m.noPerson : m.choosePerson);
  return (
    <>
      <div className="field field-sm max-w-[320px] max-sm:max-w-none">
        <User className="ic ic-sm" aria-hidden />
        <input
          type="search"
          autoComplete="off"
          maxLength={254}
          aria-label={label}
          aria-describedby={noteId}
          placeholder={label}
          list={listId}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <datalist id={listId}>
          {found?.map(({ id, username }) => (
            <option key={id} value={username} />
          ))}
        </datalist>
      </div>
      <span id={noteId} role="status" className="text-sm text-muted-foreground empty:hidden">
        {note}
      </span>
    </>
  );
}
