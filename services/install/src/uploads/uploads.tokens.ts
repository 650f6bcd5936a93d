/** The `PartStore` of this service. */
export const PART_STORE = Symbol('PartStore');
