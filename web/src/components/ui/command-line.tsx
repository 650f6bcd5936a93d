import { CopyButton } from './copy-button.js';

export function CommandLine({ command, label }: { command: string; label: string }) {
  return (
    <div className="flex items-center gap-1 mt-1.5 pl-3 pr-1 py-1 rounded-md border bg-muted">
      <code className="mono flex-1 min-w-0 wrap-anywhere">{command}</code>
      <CopyButton value={command} label={label} />
    </div>
  );
}
