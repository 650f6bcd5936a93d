/** SQL: how long a delivery is retried. The default of `webhook_delivery.give_up_at` is the same. */
export const DELIVERY_LIFETIME = `interval '24 hours'`;

/** SQL: an endpoint that has failed for this long is paused. */
export const FAILING_FOR = `interval '24 hours'`;
