import { addressOf, type Place } from '@/lib/installs/place.js';

/** Address and port, and if the customer has labelled the machine, its label. */
export const InstallAddress = (install: Place) => (
  <>
    <span className="mono">{addressOf(install)}</span>
    {install.label && (
      <span className="ml-2 font-sans font-normal text-sm text-muted-foreground wrap-anywhere">
        {install.label}
      </span>
    )}
  </>
);
