import { addressOf, type Place } from '@/lib/installs/place.js';

/** Address and port, and if the customer has labelled the machine, its label, which moves to its own line if it is long. */
export const InstallAddress = (install: Place) => (
  <>
    <span className="mono mr-2">{addressOf(install)}</span>
    {install.label && (
      <span className="inline-block max-w-full font-sans font-normal text-sm text-muted-foreground wrap-anywhere">
        {install.label}
      </span>
    )}
  </>
);

/** Address in a table cell, whose text would not wrap. */
export const InstallAddressCell = (install: Place) => (
  <span className="block w-max max-w-45 py-1 whitespace-normal">
    <InstallAddress {...install} />
  </span>
);
