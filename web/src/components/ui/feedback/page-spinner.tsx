import { LoaderCircle } from 'lucide-react';

/** Full-page spinner while the session or the dashboard loads. */
export function PageSpinner({ label }: { label: string }) {
  return (
    <div
      className="min-h-dvh grid place-content-center justify-items-center gap-3 text-muted-foreground"
      role="status"
    >
      <LoaderCircle className="ic ic-lg spin text-primary" />
      <p>{label}</p>
    </div>
  );
}
