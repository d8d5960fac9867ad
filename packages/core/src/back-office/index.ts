/** Settings of the administration screens: options, features, notices, experiments. */

export { valuesInvalid } from './errors.ts';
export { momentMembers, optionEvents } from './events.ts';
export { type Experiment, type ExperimentVariation, isRunning, type Participant, variationFor } from './experiment.ts';
export { noticeIds } from './notice.ts';
export { type ChangedOptions, changeOptions, momentOf, type OptionWriting } from './option-change.ts';
export { faultIn } from './option-fault.ts';
export { allowedOptions, optionNames, profileMembers } from './option-table.ts';
export type {
  BackOfficePorts,
  Digests,
  Merged,
  NoticeStore,
  OptionChange,
  OptionStore,
  OptionValues,
} from './ports.ts';
export { backOfficePorts } from './ports.ts';
export { readStoredOptions } from './stored-options.ts';
export { type Assignment, assignExperiment } from './use-cases/assign-experiment.ts';
export { type DismissedNotice, dismissNotice } from './use-cases/dismiss-notice.ts';
export { dismissTaxRecommendation } from './use-cases/dismiss-tax-recommendation.ts';
export { listFeatures } from './use-cases/list-features.ts';
export { readOptions } from './use-cases/read-options.ts';
export { writeOptions } from './use-cases/write-options.ts';
