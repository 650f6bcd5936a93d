import { Monitoring } from '@/features/install/admin/monitoring.js';

export default function MonitoringSection() {
  return <Monitoring />;
}
