import { LoaderCircle } from 'lucide-react';

export function PendingScreen({ label }: { label: string }) {
  return (
    <div className="grid justify-items-center gap-3 py-10 text-muted-foreground" role="status">
      <LoaderCircle className="ic ic-lg spin text-primary" />
      <h1 className="text-base font-normal tracking-normal">{label}</h1>
    </div>
  );
}
