import { defineMessages } from '@/messages/i18n.js';

export const adminTrendMessages = defineMessages('adminTrend', {
  title: 'Revenue and installs',
  by: 'Group by',
  units: { day: 'Day', week: 'Week', month: 'Month' },
  ranges: { day: 'the last 30 days', week: 'the last 12 weeks', month: 'the last 12 months' },
  revenue: 'Revenue',
  revenueHelp: 'Paid top-ups, excluding fees and refunds.',
  outcomes: 'Installs',
  outcomesHelp: 'By end time.',
  completed: 'Completed',
  failed: 'Failed',
  before: (what: string) => `${what}, previous period`,
  loadFailed: 'Failed to load the chart',
  total: (total: string, before: string) => `${total} (previous period: ${before})`,
  plot: (what: string, range: string, totals: string) =>
    `${what} of ${range}: ${totals}. Use the arrow keys to read the values one by one.`,
  showTable: 'Show as table',
  showPlot: 'Show as chart',
  tableOf: (what: string) => `${what} as a table`,
  start: { day: 'Day', week: 'Week from', month: 'Month' },
  weekFrom: (day: string) => `Week from ${day}`,
  soFar: 'so far',
  instead: (day: string) => `previous: ${day}`,
  highest: (value: string) => `Highest: ${value}`,
  read: 'Point at the chart or use the arrow keys to read a value.',
});
