import ScriptList from '@/features/scripts/script-list.js';
import WindowsVersions from '@/features/windows-images/windows-versions.js';

export default function WindowsSection() {
  return (
    <>
      <WindowsVersions />
      <div className="mt-6">
        <ScriptList offered />
      </div>
    </>
  );
}
