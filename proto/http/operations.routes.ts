import { z } from 'zod';
import { operatedService, dependencyTestResult, serviceOperations } from './operations.js';
import { defineRoutes } from './route.js';

const service = operatedService;
const id = z.string();

/** Routes that every service implements for itself. */
export const operationsRoutes = defineRoutes({
  operations: {
    method: 'GET',
    path: '/admin/operations/{service}',
    params: { service },
    answer: serviceOperations,
  },
  retryDeadLetter: {
    method: 'POST',
    path: '/admin/operations/{service}/dead-letters/{id}/retry',
    params: { service, id },
    answer: null,
  },
  discardDeadLetter: {
    method: 'DELETE',
    path: '/admin/operations/{service}/dead-letters/{id}',
    params: { service, id },
    answer: null,
  },
  retryFailedJob: {
    method: 'POST',
    path: '/admin/operations/{service}/failed-jobs/{kind}/{id}/retry',
    params: { service, kind: z.string(), id },
    answer: null,
  },
  testDependency: {
    method: 'POST',
    path: '/admin/operations/{service}/tests/{name}',
    params: { service, name: z.string() },
    answer: dependencyTestResult,
  },
});
