import ScriptList from '@/features/scripts/script-list.js';
import { LinuxVersions } from '@/features/windows-images/linux-versions.js';
import WindowsVersions from '@/features/windows-images/windows-versions.js';

export default function WindowsSection() {
  return (
    <>
      <WindowsVersions />
      <div className="mt-8">
        <LinuxVersions />
      </div>
      <div className="mt-8">
        <ScriptList offered />
      </div>
    </>
  );
}
