/** In place of MSW's: where a handler was made is not asked for in tests. */
export const getCallFrame = (): undefined => undefined;
