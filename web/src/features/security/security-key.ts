/** The key of everything loaded of security. A change of one list may change another, so all of it is loaded again. */
export const securityKey = ['security'] as const;
