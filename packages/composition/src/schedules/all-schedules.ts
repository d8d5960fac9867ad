import type { Application } from '../compose.ts';
import { startCatalogueSchedule } from './catalogue-schedule.ts';
import { startConnectorSchedule } from './connector-schedule.ts';
import { startDirectorySchedule } from './directory-schedule.ts';
import { startExtensionSchedule } from './extension-schedule.ts';
import { startExtensionUpkeep } from './extension-upkeep.ts';
import { startHousekeeping } from './housekeeping.ts';
import { startReplicaMonitor } from './replica-monitor.ts';
import { startReservationSchedule } from './reservation-schedule.ts';
import { startRollUpSchedule } from './roll-up-schedule.ts';
import { combined, type Schedule } from './schedule.ts';
import { warnOfUnsigned } from './unsigned-extensions.ts';
import { startVacuumSchedule } from './vacuum-schedule.ts';

const schedules = [
  startHousekeeping,
  startDirectorySchedule,
  startRollUpSchedule,
  startReservationSchedule,
  startReplicaMonitor,
  startVacuumSchedule,
  startCatalogueSchedule,
  startConnectorSchedule,
  startExtensionSchedule,
  startExtensionUpkeep,
  warnOfUnsigned,
] as const;

/** Starts the background work of a server. */
export const startSchedules = (application: Application): Schedule =>
  combined(schedules.map((start) => start(application)));
