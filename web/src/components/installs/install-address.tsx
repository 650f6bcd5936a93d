import type { InstallRecord } from '@casement/proto/http/install/install.js';

/** Address and, if the customer has labelled the machine, its label. */
export const InstallAddress = ({ ip, label }: Pick<InstallRecord, 'ip' | 'label'>) => (
  <>
    <span className="mono">{ip}</span>
    {label && (
      <span className="ml-2 font-sans font-normal text-sm text-muted-foreground wrap-anywhere">
        {label}
      </span>
    )}
  </>
);
