import { defineRoutes } from '../route.js';
import { moneyQuery, moneyReport } from './money.js';

export const moneyRoutes = defineRoutes({
  /** Revenue, fees and refunds of a month, open orders, and differences to the providers. */
  money: {
    method: 'GET',
    path: '/admin/topups/money',
    effect: 'read',
    query: moneyQuery,
    answer: moneyReport,
  },
});
