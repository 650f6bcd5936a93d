import type { WindowsVersion } from '@casement/proto/http/install/windows/windows-versions.js';
import type { WindowsVersionEntity } from './windows-version.entity.js';

export function toWindowsVersion(version: WindowsVersionEntity): WindowsVersion {
  return {
    id: version.id,
    name: version.name,
    slug: version.slug,
    available: version.manifestSha256 !== null,
    processor: version.processor,
    boot_guard: version.bootGuard,
    created_at: version.createdAt.toISOString(),
  };
}
