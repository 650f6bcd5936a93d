import { ChevronDown, type LucideIcon } from 'lucide-react';
import { useEffect, useId, useState, type ReactNode } from 'react';
import { cn } from '@/components/ui/class-names.js';
import { t } from '@/messages/i18n.js';
import { commonMessages } from '@/messages/common.js';

export interface SectionEntry<S extends string> {
  name: S;
  icon: LucideIcon;
  /** Name of the collapsible group of this section. Sections of a group must be adjacent. */
  group?: () => string;
}

export interface SectionNavProps<S extends string> {
  section: S;
  onSection: (section: S) => void;
  /** Called when a section's link is hovered or focused, to prefetch its code. */
  onIntent: (section: S) => void;
}

/** Section navigation. In a `rail`, labels are only available to screen readers and as tooltips. */
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
  const link = ({ name, icon: Icon }: SectionEntry<S>) => (
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
  );
  return (
    <nav
      className="scroll-area flex flex-col gap-0.5 p-2.5"
      aria-label={t(commonMessages).sections}
    >
      {byGroup(sections).map(([group, entries]) =>
        !group ? (
          entries.map(link)
        ) : (
          <NavGroup
            key={group()}
            label={group()}
            shown={entries.some(({ name }) => name === section) ? section : undefined}
            rail={rail}
          >
            {entries.map(link)}
          </NavGroup>
        ),
      )}
    </nav>
  );
}

/** Collapsible group of sections. It expands automatically when one of its sections opens. */
function NavGroup({
  label,
  shown,
  rail,
  children,
}: {
  label: string;
  /** Current section if it belongs to this group, otherwise undefined. */
  shown: string | undefined;
  rail: boolean | undefined;
  children: ReactNode;
}) {
  const [open, setOpen] = useState(true);
  const id = useId();
  useEffect(() => {
    if (shown) setOpen(true);
  }, [shown]);
  return (
    <>
      <button
        type="button"
        className={cn(
          'flex items-center gap-1.5 w-full shrink-0 mt-2 px-2.5 h-8 pointer-coarse:h-11 rounded-md text-xs font-[560] text-left hover:text-foreground',
          shown && !open ? 'text-foreground' : 'text-muted-foreground',
          rail && 'max-xl:justify-center max-xl:px-0',
        )}
        aria-expanded={open}
        aria-controls={id}
        title={label}
        onClick={() => setOpen(!open)}
      >
        <span className={cn('flex-1 truncate', rail && 'max-xl:sr-only')}>{label}</span>
        <ChevronDown
          className={cn('ic ic-sm motion-safe:transition-transform', !open && '-rotate-90')}
        />
      </button>
      <div id={id} hidden={!open} className={open ? 'flex flex-col gap-0.5' : undefined}>
        {children}
      </div>
    </>
  );
}

/** Groups adjacent sections with the same group (or none), preserving the order. */
function byGroup<S extends string>(sections: readonly SectionEntry<S>[]) {
  const groups: [group: SectionEntry<S>['group'], entries: SectionEntry<S>[]][] = [];
  for (const entry of sections) {
    const last = groups.at(-1);
    if (last && last[0] === entry.group) last[1].push(entry);
    else groups.push([entry.group, [entry]]);
  }
  return groups;
}
