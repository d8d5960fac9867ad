import type { OptionStore } from '../back-office/index.ts';
import type { KernelPorts } from '../kernel/ports.ts';
import type { SettingsPorts } from '../settings/index.ts';

/** What the first hour of a shop needs: everything about it is kept in options and in the settings of the shop. */
export interface OnboardingPorts extends KernelPorts, SettingsPorts {
  readonly options: OptionStore;
}
