import type { VpsCheck } from '@casement/proto/http/install/vps-checks.js';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, type ReactNode } from 'react';
import { vpsCheckQuery } from '../api.js';
import CheckPanel from './check-panel.js';

/** The check next to its form, or below it on narrow screens, where its start and its end scroll into view. */
export default function CheckColumn({
  id,
  passed,
  onEdit,
}: {
  id: string;
  passed: (check: VpsCheck) => ReactNode;
  onEdit?: () => void;
}) {
  const { data } = useQuery(vpsCheckQuery(id));
  const frame = useRef<HTMLDivElement>(null);
  const ended = Boolean(data?.finished_at);
  useEffect(() => {
    // Some browsers return a promise, which is no cleanup.
    void frame.current?.scrollIntoView({ block: 'nearest' });
  }, [ended]);
  return (
    <div ref={frame} className="frame p-4">
      <CheckPanel id={id} passed={passed} onEdit={onEdit} column />
    </div>
  );
}
