/**
 * How long a delivery is tried before it is given up, as SQL: longer than an outage at the customer's may last. The default
 * of `webhook_delivery.give_up_at` is the same.
 */
export const DELIVERY_LIFETIME = `interval '24 hours'`;

/** An endpoint to which nothing has arrived for this long is paused. */
export const FAILING_FOR = `interval '24 hours'`;
