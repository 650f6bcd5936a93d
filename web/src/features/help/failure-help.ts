import {
  FAILURE_GROUPS,
  type FailureGroup,
  type FailureText,
} from '@casement/proto/texts/failures.js';
import { failureMessage, t } from '@/messages/i18n.js';
import { helpMessages } from '@/messages/help.js';

export interface FailureHelp {
  code: string;
  group: FailureGroup;
  title: string;
  facts: [term: string, value: string][];
}

/** Help on every failure code, in the catalog's order. */
export function failureHelp(): FailureHelp[] {
  const m = t(helpMessages);
  return (Object.keys(FAILURE_GROUPS) as FailureGroup[]).flatMap((group) =>
    Object.entries<FailureText>(FAILURE_GROUPS[group]).map(([code, { sentence, cure }]) => ({
      code,
      group,
      title: withoutValues(failureMessage(code, sentence)),
      facts: [
        [m.notLost, m.kept[group]],
        [m.todo, withoutValues(failureMessage(code, cure))],
        [m.code, code],
      ],
    })),
  );
}

/** Replaces `{name}` with an ellipsis, including a full stop after it. */
const withoutValues = (text: string): string => text.replace(/\{\w+\}(\.(?=\s|$))?/g, '…');
