import { RuntimeTasks } from '@backroom/adapters-extensions';
import type { Log } from '@backroom/core';
import type { ExtensionRuntime } from '@backroom/core/extensions';
import { taskRegistryOf } from '@backroom/core/onboarding';
import { ContainerModule } from 'inversify';
import { describeInventory, describeShop } from '../api-description.ts';
import { build } from '../build.ts';
import { JsonLog } from '../log.ts';
import type { Settings } from '../settings/settings.ts';
import { SystemClock } from '../system-clock.ts';
import { Port, TheSettings } from '../tokens.ts';

/** Clock, log, settings, and the descriptions of the interfaces. */
export const system = new ContainerModule(({ bind }) => {
  bind(Port.clock)
    .toDynamicValue(() => new SystemClock())
    .inSingletonScope();
  bind(Port.log)
    .toResolvedValue((settings: Settings) => new JsonLog(settings.logLevel), [TheSettings])
    .inSingletonScope();
  bind(Port.settings)
    .toResolvedValue((settings: Settings) => settings.core, [TheSettings])
    .inSingletonScope();
  bind(Port.experiments)
    .toResolvedValue((settings: Settings) => settings.experiments, [TheSettings])
    .inSingletonScope();
  bind(Port.taskRegistry).toResolvedValue(tasksOf, [TheSettings, Port.extensionRuntime, Port.log]).inSingletonScope();
  bind(Port.build).toConstantValue(build);
  bind(Port.apiDescription)
    .toResolvedValue((settings: Settings) => describeInventory(settings), [TheSettings])
    .inSingletonScope();
  bind(Port.shopDescription)
    .toResolvedValue(
      (settings: Settings, runtime: ExtensionRuntime) => describeShop(settings, () => runtime.contributions()),
      [TheSettings, Port.extensionRuntime],
    )
    .inSingletonScope();
});

const tasksOf = ({ onboardingTasks: tasks }: Settings, runtime: ExtensionRuntime, log: Log): RuntimeTasks =>
  new RuntimeTasks({ deployment: taskRegistryOf({ tasks }), runtime, log });
