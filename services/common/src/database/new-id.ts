import { v7 } from 'uuid';

/** A UUIDv7: sorts by time of making, so indexes stay compact and lists newest-last by id. */
export const newId = (): string => v7();
