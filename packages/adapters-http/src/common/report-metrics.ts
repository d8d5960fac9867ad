import { Counter, Gauge, type Registry } from 'prom-client';
import type { Metrics } from './metrics.ts';

/** Statistics of report queries. */
export interface ReportReadings {
  /** State of each replica by its index in the configuration: whether it is used, and its maximum lag. */
  replicas(): readonly { readonly number: number; readonly isUsed: boolean; readonly lagMillis: number | undefined }[];
  /** Number of reports by server since the start of the process. */
  counts(): { readonly primary: number; readonly replicas: number; readonly failedOver: number };
}

/** Registers metrics of report routing and replica lag. */
export function measureReports({ registry }: Metrics, readings: ReportReadings): void {
  const registers = [registry];
  countAnswers(readings, registers);
  if (readings.replicas().length > 0) gaugeReplicas(readings, registers);
}

function countAnswers({ counts }: ReportReadings, registers: Registry[]): void {
  new Counter({
    name: 'reports_answered_total',
    help: 'Reports by who answered: the server that is written to, or a replica.',
    labelNames: ['by'],
    registers,
    collect() {
      const { primary, replicas } = counts();
      this.reset();
      this.inc({ by: 'primary' }, primary);
      this.inc({ by: 'replica' }, replicas);
    },
  });
  new Counter({
    name: 'reports_failed_over_total',
    help: 'Reports that a replica failed to answer, so that the server that is written to was asked.',
    registers,
    collect() {
      this.reset();
      this.inc(counts().failedOver);
    },
  });
}

function gaugeReplicas({ replicas }: ReportReadings, registers: Registry[]): void {
  new Gauge({
    name: 'report_replica_used',
    help: 'Whether reports are read from a replica.',
    labelNames: ['replica'],
    registers,
    collect() {
      for (const { number, isUsed } of replicas()) this.set({ replica: number }, isUsed ? 1 : 0);
    },
  });
  new Gauge({
    name: 'report_replica_lag_seconds',
    help: 'How far a replica may be behind at most; nothing where that is not known.',
    labelNames: ['replica'],
    registers,
    collect() {
      this.reset();
      for (const { number, lagMillis } of replicas())
        if (lagMillis !== undefined) this.set({ replica: number }, lagMillis / 1000);
    },
  });
}
