import type { ScriptRequest } from '@casement/proto/http/install/windows/scripts.js';
import { scriptRoutes } from '@casement/proto/http/install/windows/scripts.routes.js';
import { queryOptions } from '@tanstack/react-query';
import { call } from '@/lib/api/api-client.js';
import { useInvalidatingMutation } from '@/lib/api/use-invalidating-mutation.js';

const KEY = ['scripts'] as const;

/** Own scripts, then the offered ones. */
export const scriptsQuery = queryOptions({
  queryKey: KEY,
  queryFn: ({ signal }) => call(scriptRoutes.scripts, { signal }),
});

/** Removed from the cache when the dialog closes, because the content may have passwords. */
export const scriptQuery = (id: string) =>
  queryOptions({
    queryKey: [...KEY, id] as const,
    queryFn: ({ signal }) => call(scriptRoutes.script, { params: { id }, signal }),
    gcTime: 0,
  });

/** Creates or changes a script of the user, or for `offered` one of the operators. */
export const useSaveScript = (offered: boolean, id?: string) =>
  useInvalidatingMutation([KEY], (body: ScriptRequest) => {
    if (id === undefined)
      return call(offered ? scriptRoutes.offerScript : scriptRoutes.createScript, { body });
    const route = offered ? scriptRoutes.updateOfferedScript : scriptRoutes.updateScript;
    return call(route, { params: { id }, body });
  });

export const useRemoveScript = (offered: boolean) =>
  useInvalidatingMutation([KEY], (id: string) =>
    call(offered ? scriptRoutes.removeOfferedScript : scriptRoutes.removeScript, {
      params: { id },
    }),
  );
