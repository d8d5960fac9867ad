/** Onboarding of a shop: the owner's profile, the progress of the set-up, currency and units. */
export { type CountryHabits, countries } from './country.ts';
export { onboardingEvents } from './events.ts';
export type { OnboardingPorts } from './ports.ts';
export type { Profile, ProfileChanges } from './profile.ts';
export { type ProfilerProgress, type ProfilerStep, profilerSteps } from './progress.ts';
export { completeProfilerStep, readProgress } from './use-cases/profiler-progress.ts';
export { readEmailPrefill, readProfile, type ShownProfile } from './use-cases/read-profile.ts';
export { setCurrencyAndUnits } from './use-cases/set-currency-and-units.ts';
export { updateProfile } from './use-cases/update-profile.ts';
