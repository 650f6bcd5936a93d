import { PROVIDERS, type ProviderId } from '@casement/proto/texts/providers.js';
import { BookOpen, MessageCircle, SearchX } from 'lucide-react';
import { useState } from 'react';
import { Facts, providerNotes } from '@/components/installs/provider-notes.js';
import { ButtonAnchor } from '@/components/ui/button.js';
import { EmptyState } from '@/components/ui/feedback/states.js';
import { SearchField } from '@/components/ui/form/search-field.js';
import { usePublicConfig } from '@/config/public-config.js';
import { supportLink } from '@/lib/support-link.js';
import { t } from '@/messages/i18n.js';
import { commonMessages } from '@/messages/common.js';
import { helpMessages } from '@/messages/help.js';
import { failureHelp } from './failure-help.js';

interface Entry {
  key: string;
  title: string;
  answer: string | [term: string, value: string][];
}

interface Topic {
  title: string;
  entries: Entry[];
}

/** Answers, notes by provider and every failure, searchable. */
export default function HelpSection() {
  const m = t(helpMessages);
  const [search, setSearch] = useState('');
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const found = topics()
    .map((topic) => ({ ...topic, entries: topic.entries.filter((entry) => has(entry, words)) }))
    .filter(({ entries }) => entries.length > 0);
  const count = found.reduce((sum, { entries }) => sum + entries.length, 0);
  return (
    <>
      <h1 className="text-2xl">{m.title}</h1>
      <p className="text-muted-foreground mt-1 mb-5">{m.lead}</p>
      <div className="flex flex-wrap items-center gap-3">
        <div className="flex-1 min-w-[220px]">
          <SearchField label={m.search} value={search} onValueChange={setSearch} />
        </div>
        <div className="flex gap-2">
          <Links />
        </div>
      </div>
      <p className="text-sm text-muted-foreground mt-2 min-h-5" aria-live="polite">
        {words.length > 0 && m.found(count)}
      </p>
      {count === 0 && (
        <EmptyState icon={SearchX} title={m.nothingFound} help={m.nothingFoundHelp} />
      )}
      {found.map(({ title, entries }, i) => (
        // Only the first topic is open without a search, because there are over a hundred failures.
        <details key={title} className="frame mt-4" open={i === 0 || words.length > 0}>
          <summary className="px-4 py-3 cursor-pointer">
            <h2 className="inline text-lg">{title}</h2>
          </summary>
          {entries.map(({ key, title, answer }) => (
            <details key={key} className="border-t px-4">
              <summary className="py-3 font-[500] cursor-pointer">{title}</summary>
              <div className="pb-4 max-w-[560px]">
                {typeof answer === 'string' ? <p>{answer}</p> : <Facts facts={answer} />}
              </div>
            </details>
          ))}
        </details>
      ))}
    </>
  );
}

function topics(): Topic[] {
  const m = t(helpMessages);
  const failures = failureHelp();
  return [
    {
      title: m.questions,
      entries: m.faq.map(([title, answer]) => ({ key: title, title, answer })),
    },
    {
      title: m.providers,
      entries: Object.entries(PROVIDERS).map(([id, { name }]) => ({
        key: id,
        title: name,
        answer: providerNotes(id as ProviderId),
      })),
    },
    ...Object.entries(m.groups).map(([group, title]) => ({
      title,
      entries: failures
        .filter((failure) => failure.group === group)
        .map(({ code, title, facts }) => ({ key: code, title, answer: facts })),
    })),
  ];
}

/** Whether an entry contains every word of the search. */
const has = ({ title, answer }: Entry, words: string[]): boolean => {
  const text = `${title} ${answer.toString()}`.toLowerCase();
  return words.every((word) => text.includes(word));
};

/** The API reference, and support by chat or mail if configured. */
function Links() {
  const m = t(helpMessages);
  const config = usePublicConfig();
  const support = supportLink(m.supportSubject, m.supportMessage, config);
  const links = [
    { Icon: BookOpen, href: '/api/docs', label: m.apiReference },
    { Icon: MessageCircle, href: support, label: config.supportChatUrl ? m.chat : m.email },
  ];
  return links.map(
    ({ Icon, href, label }) =>
      href && (
        <ButtonAnchor key={label} href={href} target="_blank" rel="noreferrer">
          <Icon className="ic" />
          {label}
          <span className="sr-only"> {t(commonMessages).opensNewWindow}</span>
        </ButtonAnchor>
      ),
  );
}
