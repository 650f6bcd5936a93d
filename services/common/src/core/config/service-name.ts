/** Injection token of the service's name (`auth`, `billing`, …), used in consumer names, logs and signals. */
export const SERVICE_NAME = Symbol('service name');
