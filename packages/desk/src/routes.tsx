import { createRootRoute, createRoute, createRouter, lazyRouteComponent, useRouter } from '@tanstack/react-router';
import { Suspense } from 'react';
import { accessScreens } from './access/screens.ts';
import { parseSearch, stringifySearch } from './data/address.ts';
import { beginsWithTasks } from './data/first-steps.ts';
import { deskPath } from './data/send.ts';
import { Button } from './kit/button.tsx';
import { mailScreens } from './mail/screens.ts';
import { onboardingScreens } from './onboarding/screens.ts';
import { overviewScreens } from './overview/screens.ts';
import { reportScreens } from './reports/screens.ts';
import { Failure, NotAllowed, PageNotice } from './shell/failure.tsx';
import { FirstVisit } from './shell/first-visit.tsx';
import { Frame } from './shell/frame.tsx';
import { Gate } from './shell/gate.tsx';
import { useGo } from './shell/links.tsx';
import { MorePlaces } from './shell/rail.tsx';
import type { ScreenRow } from './shell/screen.ts';
import { useMay } from './shell/session-context.tsx';
import { shopScreens } from './shop/screens.ts';
import { stockroomScreens } from './stockroom/screens.ts';
import { systemScreens } from './system/screens.ts';
import { upkeepScreens } from './upkeep/screens.ts';
import { loadAreas } from './words/en.ts';
import { useWords } from './words/words.tsx';

/** Every screen, in the order of the navigation. */
export const screens: readonly ScreenRow[] = [
  ...overviewScreens,
  ...reportScreens,
  ...stockroomScreens,
  ...shopScreens,
  ...onboardingScreens,
  ...systemScreens,
  ...accessScreens,
  ...upkeepScreens,
  ...mailScreens,
];

const root = createRootRoute({
  component: () => <Gate>{(live, isOutdated) => <Frame isOutdated={isOutdated} live={live} screens={screens} />}</Gate>,
  notFoundComponent: NotFound,
});

const routes = screens.map((screen) => {
  const route = createRoute({
    getParentRoute: () => root,
    path: screen.path,
    component: lazyRouteComponent(() => loaded(screen)),
  });
  return route;
});

const more = createRoute({ getParentRoute: () => root, path: '/more', component: More });

function More() {
  const may = useMay();
  const openPalette = () => document.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true }));
  return <MorePlaces openPalette={openPalette} screens={screens.filter(({ needs = [] }) => may(...needs))} />;
}

/** A screen with the texts of its area; the first one has its own from the start. */
async function loaded(screen: ScreenRow) {
  const [component] = await Promise.all([screen.load(), screen.name === 'overview' ? undefined : loadAreas()]);
  return { default: gated(screen, component) };
}

/** A screen behind its capability. */
function gated({ needs = [], name }: ScreenRow, Screen: React.ComponentType) {
  return function GatedScreen() {
    const may = useMay();
    if (!may(...needs)) return name === 'overview' ? <Elsewhere /> : <NotAllowed needs={needs} />;
    const screen = (
      <Suspense>
        <Screen />
      </Suspense>
    );
    if (name !== 'overview') return screen;
    return (
      <FirstVisit beginsElsewhere={beginsWithTasks} to="/getting-started">
        {screen}
      </FirstVisit>
    );
  };
}

/** Where one lands without the overview: the first screen that one may see. */
function Elsewhere() {
  const words = useWords();
  const may = useMay();
  const first = screens.find(({ menu, needs = [] }) => menu && menu.group !== 'mine' && may(...needs));
  const router = useRouter();
  if (first === undefined) return <PageNotice title={words.shell.nothing.title}>{words.shell.nothing.text}</PageNotice>;
  void router.navigate({ to: first.path as never, replace: true });
  return null;
}

function NotFound() {
  const words = useWords();
  const go = useGo();
  const { title, text, action } = words.shell.notFound;
  return (
    <PageNotice action={<Button onClick={() => go('/')}>{action}</Button>} title={title}>
      {text}
    </PageNotice>
  );
}

/** The router over the table of screens; the query of an address is read and written in plain words. */
export const makeRouter = () =>
  createRouter({
    routeTree: root.addChildren([...routes, more]),
    basepath: deskPath(),
    parseSearch: parseSearch as never,
    stringifySearch: stringifySearch as never,
    defaultPreload: 'intent',
    defaultPreloadDelay: 40,
    scrollRestoration: true,
    defaultErrorComponent: ({ error, reset }) => <Failure error={error} retry={reset} />,
    defaultPendingMs: 300,
  });
