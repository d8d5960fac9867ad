import type { FactStore } from '../analytics/index.ts';
import type { OptionStore } from '../back-office/index.ts';
import type { ContentPorts } from '../content/index.ts';
import type { OrdersPorts } from '../orders/index.ts';
import type { SettingsPorts } from '../settings/index.ts';
import type { TaskRegistry } from './tasks/registry.ts';
import type { OnboardingStateStore } from './tasks/state.ts';

/** The ports of the onboarding context. */
export interface OnboardingPorts extends ContentPorts, SettingsPorts, Pick<OrdersPorts, 'taxRates'> {
  readonly facts: FactStore;
  readonly options: OptionStore;
  readonly onboardingState: OnboardingStateStore;
  readonly taskRegistry: TaskRegistry;
}

/** Whether the database or another adapter supplies each port. */
export const onboardingPorts = { onboardingState: 'store', taskRegistry: 'service' } as const;
