import type { LucideIcon } from 'lucide-react';
import { say } from '../../lib/messages.js';
import { commonTexts } from '../../messages/common.js';
import { cn } from '../ui/class-names.js';

export interface SectionEntry<S extends string> {
  name: S;
  icon: LucideIcon;
}

export interface SectionNavProps<S extends string> {
  section: S;
  onSection: (section: S) => void;
  /** A pointer or the focus came near a section: a good moment to fetch its code. */
  onIntent: (section: S) => void;
}

/** The sections of a screen. In a `rail` the words are there for screen readers and as a tooltip only. */
export function SectionNav<S extends string>({
  sections,
  labels,
  section,
  onSection,
  onIntent,
  rail,
}: SectionNavProps<S> & {
  sections: readonly SectionEntry<S>[];
  labels: Record<S, string>;
  rail?: boolean;
}) {
  return (
    <nav
      className="flex flex-col gap-0.5 p-2.5 overflow-auto"
      aria-label={say(commonTexts).sections}
    >
      {sections.map(({ name, icon: Icon }) => (
        <button
          key={name}
          type="button"
          className={cn('navlink', name === section && 'on', rail && 'rail')}
          aria-current={name === section ? 'page' : undefined}
          title={labels[name]}
          onPointerEnter={() => onIntent(name)}
          onFocus={() => onIntent(name)}
          onClick={() => onSection(name)}
        >
          <Icon className="ic" />
          <span className="flex-1 truncate">{labels[name]}</span>
        </button>
      ))}
    </nav>
  );
}
