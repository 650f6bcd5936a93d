/** `auth`, `billing`, …: goes into consumer names, logs and signals. */
export const SERVICE_NAME = Symbol('service name');
