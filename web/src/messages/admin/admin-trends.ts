import { defineMessages } from '@/messages/i18n.js';

export const adminTrendMessages = defineMessages('adminTrend', {
  title: 'Revenue and installs',
  by: 'Plotted by',
  units: { day: 'Day', week: 'Week', month: 'Month' },
  ranges: { day: 'the last 30 days', week: 'the last 12 weeks', month: 'the last 12 months' },
  revenue: 'Revenue',
  revenueHelp: 'Paid top-ups without fees; refunded ones are left out.',
  outcomes: 'Installs',
  outcomesHelp: 'By the time at which they ended.',
  completed: 'Completed',
  failed: 'Failed',
  before: (what: string) => `${what}, the time before`,
  loadFailed: 'Failed to load the figures',
  total: (total: string, before: string) => `${total} (the time before: ${before})`,
  plot: (what: string, range: string, totals: string) =>
    `${what} of ${range}: ${totals}. Arrow keys read one after the other.`,
  showTable: 'Show as table',
  showPlot: 'Show as plot',
  tableOf: (what: string) => `${what} as a table`,
  start: { day: 'Day', week: 'Week from', month: 'Month' },
  weekFrom: (day: string) => `Week from ${day}`,
  soFar: 'so far',
  instead: (day: string) => `before: ${day}`,
  highest: (value: string) => `Highest: ${value}`,
  read: 'Point at the plot, or use the arrow keys in it, to read a value.',
});
