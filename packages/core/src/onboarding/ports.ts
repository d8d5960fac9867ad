import type { OptionStore } from '../back-office/index.ts';
import type { KernelPorts } from '../kernel/ports.ts';
import type { SettingsPorts } from '../settings/index.ts';

/** The ports of the onboarding context; its state is stored in options and shop settings. */
export interface OnboardingPorts extends KernelPorts, SettingsPorts {
  readonly options: OptionStore;
}
