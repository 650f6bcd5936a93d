/** Replaces MSW's version, because tests do not need the call sites of handlers. */
export const getCallFrame = (): undefined => undefined;
