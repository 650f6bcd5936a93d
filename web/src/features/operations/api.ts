import type { OperatedService } from '@casement/proto/http/operations.js';
import { operationsRoutes } from '@casement/proto/http/operations.routes.js';
import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query';
import { call } from '@/lib/api/api-client.js';
import { useInvalidatingMutation } from '@/lib/api/use-invalidating-mutation.js';

const RETRY_POLL_MS = 2_000;

export const SERVICES = [
  'auth',
  'billing',
  'install',
  'telegram',
  'security',
] as const satisfies OperatedService[];

const keyOf = (service: OperatedService) => ['operations', service] as const;

/** Polled while the requested retry of an event is pending. */
export const operationsQuery = (service: OperatedService) =>
  queryOptions({
    queryKey: keyOf(service),
    queryFn: ({ signal }) => call(operationsRoutes.operations, { params: { service }, signal }),
    refetchInterval: ({ state }) =>
      state.data?.dead_letters?.rows.some(({ retry_requested }) => retry_requested) &&
      RETRY_POLL_MS,
  });

/**
 * Response of every service. Queried individually because react-query's `useQueries` would increase what customers
 * download.
 */
export const useServices = () => ({
  auth: useQuery(operationsQuery('auth')),
  billing: useQuery(operationsQuery('billing')),
  install: useQuery(operationsQuery('install')),
  telegram: useQuery(operationsQuery('telegram')),
  security: useQuery(operationsQuery('security')),
});

export function prefetchServices(queries: QueryClient): void {
  for (const service of SERVICES) void queries.prefetchQuery(operationsQuery(service));
}

const useOperation = <T>(service: OperatedService, send: (label: T) => Promise<unknown>) =>
  useInvalidatingMutation([keyOf(service)], send, { invalidateOnError: true });

export const useRetryDeadLetter = (service: OperatedService) =>
  useOperation(service, (id: string) =>
    call(operationsRoutes.retryDeadLetter, { params: { service, id } }),
  );

export const useDiscardDeadLetter = (service: OperatedService) =>
  useOperation(service, (id: string) =>
    call(operationsRoutes.discardDeadLetter, { params: { service, id } }),
  );

export const useRetryJob = (service: OperatedService) =>
  useOperation(service, ({ kind, id }: { kind: string; id: string }) =>
    call(operationsRoutes.retryFailedJob, { params: { service, kind, id } }),
  );

export const useTestDependency = (service: OperatedService) =>
  useOperation(service, (name: string) =>
    call(operationsRoutes.testDependency, { params: { service, name } }),
  );
