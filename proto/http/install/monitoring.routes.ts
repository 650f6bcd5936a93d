import { z } from 'zod';
import { defineRoutes } from '../route.js';
import { outcomeSeries, seriesQuery } from '../series.js';
import {
  installFailures,
  installHour,
  installMonitoring,
  installProgressReport,
  statusHistoryDay,
  statusHistoryQuery,
} from './monitoring.js';

const installId = z.uuid('Unknown install');

export const monitoringRoutes = defineRoutes({
  installMonitoring: {
    method: 'GET',
    path: '/admin/install-monitoring/realtime',
    effect: 'read',
    answer: installMonitoring,
  },
  statusHistory: {
    method: 'GET',
    path: '/admin/install-monitoring/history',
    effect: 'read',
    query: statusHistoryQuery,
    answer: z.array(statusHistoryDay),
  },
  installOutcomes: {
    method: 'GET',
    path: '/admin/install-monitoring/outcomes',
    effect: 'read',
    query: seriesQuery,
    answer: outcomeSeries,
  },
  installFailures: {
    method: 'GET',
    path: '/admin/install-monitoring/failures',
    effect: 'read',
    answer: installFailures,
  },
  /** Last 24 clock hours, oldest first. The last one is not complete. */
  installHours: {
    method: 'GET',
    path: '/admin/install-monitoring/hours',
    effect: 'read',
    answer: z.array(installHour),
  },
  installProgress: {
    method: 'GET',
    path: '/admin/install-monitoring/progress/{id}',
    effect: 'read',
    params: { id: installId },
    answer: installProgressReport,
  },
  monitoringEvents: {
    method: 'GET',
    path: '/admin/install-monitoring/events',
    effect: 'read',
    raw: 'text/event-stream',
  },
});
