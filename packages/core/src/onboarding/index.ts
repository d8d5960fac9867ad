/** Onboarding of a shop: the owner's profile, the progress of the set-up, currency and units, task lists, the first products and pages. */
export { type CountryHabits, countries } from './country.ts';
export { onboardingEvents } from './events.ts';
export type { OnboardingPorts } from './ports.ts';
export { onboardingPorts } from './ports.ts';
export type { AddedProducts } from './products/new-products.ts';
export type { Profile, ProfileChanges } from './profile.ts';
export { type ProfilerProgress, type ProfilerStep, profilerSteps } from './progress.ts';
export { demandTasks, noTasks, type TaskRegistry, taskRegistryOf } from './tasks/registry.ts';
export type { OnboardingState, OnboardingStateStore, TaskListState, TaskState } from './tasks/state.ts';
export {
  type OnboardingTask,
  type TaskCompletion,
  type TaskContribution,
  type TaskListId,
  taskCompletions,
  taskListIds,
  USUAL_LEVEL,
} from './tasks/task.ts';
export type { TaskListView, TaskView } from './tasks/view.ts';
export { addPlaceholderProducts, createProductFromTemplate, importSampleProducts } from './use-cases/add-products.ts';
export { hideTaskList, unhideTaskList } from './use-cases/change-task-lists.ts';
export {
  actionTask,
  dismissTask,
  type SnoozeTaskInput,
  snoozeTask,
  undoDismissTask,
  undoSnoozeTask,
} from './use-cases/change-tasks.ts';
export { createHomepage } from './use-cases/create-homepage.ts';
export { type ListTasksInput, listTasks } from './use-cases/list-tasks.ts';
export { completeProfilerStep, readProgress } from './use-cases/profiler-progress.ts';
export { readEmailPrefill, readProfile, type ShownProfile } from './use-cases/read-profile.ts';
export { setCurrencyAndUnits } from './use-cases/set-currency-and-units.ts';
export { updateProfile } from './use-cases/update-profile.ts';
