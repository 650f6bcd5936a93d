import { Monitoring } from '@/features/monitoring/monitoring.js';

export default function MonitoringSection() {
  return <Monitoring />;
}
