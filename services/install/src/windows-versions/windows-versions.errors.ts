import { DomainError } from '@casement/common/errors/domain-error.js';

export class WindowsVersionNotFound extends DomainError {
  constructor() {
    super(
      'not_found',
      'NOT_FOUND',
      'This Windows version no longer exists. Please reload the page.',
    );
  }
}

export class SlugTaken extends DomainError {
  constructor(slug: string) {
    const message = `The slug ${slug} belongs to another Windows version. Nothing was changed; please choose another one.`;
    super('conflict', 'SLUG_TAKEN', message, { details: [{ path: 'slug', message }] });
  }
}

/** Under way: its record names the version by its slug. */
export class WindowsVersionInUse extends DomainError {
  constructor(name: string, what: 'delete' | 'rename') {
    super(
      'conflict',
      'WINDOWS_VERSION_IN_USE',
      what === 'delete'
        ? `${name} has an active install, so it cannot be deleted. Nothing was changed; try again when the install has ended.`
        : `${name} has an active install, so its slug cannot change. Nothing was changed; try again when the install has ended.`,
    );
  }
}
