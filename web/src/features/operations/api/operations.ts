import type { OperatedService, ServiceOperations } from '@casement/proto/http/operations.js';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '@/lib/api-client.js';

const SOON_MS = 2_000;

export const SERVICES = [
  'auth',
  'billing',
  'install',
  'telegram',
  'security',
] as const satisfies OperatedService[];

const operationsKeys = { all: ['operations'] as const };

const pathOf = (service: OperatedService) => `/admin/operations/${service}`;

/** GET /admin/operations/{service}; read again soon while an event is about to be tried. */
export const operationsQuery = (service: OperatedService) =>
  queryOptions({
    queryKey: [...operationsKeys.all, service],
    queryFn: ({ signal }) => call<ServiceOperations>('GET', pathOf(service), { signal }),
    refetchInterval: ({ state }) =>
      state.data?.dead_letters?.rows.some(({ retry_requested }) => retry_requested) && SOON_MS,
  });

/** What every service says. One by one, since react-query's hooks for several would grow what customers fetch. */
export const useServices = () => ({
  auth: useQuery(operationsQuery('auth')),
  billing: useQuery(operationsQuery('billing')),
  install: useQuery(operationsQuery('install')),
  telegram: useQuery(operationsQuery('telegram')),
  security: useQuery(operationsQuery('security')),
});

const useChange = <T>(service: OperatedService, send: (what: T) => Promise<unknown>) => {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: send,
    // Also after a refusal: what was not found any more must leave the list.
    onSettled: () => queries.invalidateQueries({ queryKey: [...operationsKeys.all, service] }),
  });
};

/** POST …/dead-letters/{id}/retry */
export const useRetryLetter = (service: OperatedService) =>
  useChange(service, (id: string) => call('POST', `${pathOf(service)}/dead-letters/${id}/retry`));

/** DELETE …/dead-letters/{id} */
export const useDiscardLetter = (service: OperatedService) =>
  useChange(service, (id: string) => call('DELETE', `${pathOf(service)}/dead-letters/${id}`));

/** POST …/failed-jobs/{kind}/{id}/retry */
export const useRetryJob = (service: OperatedService) =>
  useChange(service, ({ kind, id }: { kind: string; id: string }) =>
    call('POST', `${pathOf(service)}/failed-jobs/${kind}/${id}/retry`),
  );

/** POST …/tests/{name}: the service asks its outside system. */
export const useTestOutside = (service: OperatedService) =>
  useChange(service, (name: string) => call('POST', `${pathOf(service)}/tests/${name}`));
