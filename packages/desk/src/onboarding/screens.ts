import type { ScreenRow } from '../shell/screen.ts';

/** The first steps of a shop. */
export const onboardingScreens: readonly ScreenRow[] = [
  {
    name: 'onboarding',
    path: '/getting-started',
    needs: ['manage_store'],
    load: async () => (await import('./onboarding-screen.tsx')).OnboardingScreen,
    menu: { group: 'system', icon: 'home' },
  },
];
