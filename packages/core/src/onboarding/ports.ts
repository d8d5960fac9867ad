import type { OptionStore } from '../back-office/index.ts';
import type { KernelPorts } from '../kernel/ports.ts';

/** What the first hour of a shop needs: everything about it is kept in options. */
export interface OnboardingPorts extends KernelPorts {
  readonly options: OptionStore;
}
