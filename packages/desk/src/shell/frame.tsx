import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import type { LiveState } from '../data/live.ts';
import { Button } from '../kit/button.tsx';
import { Toasts } from '../kit/toast.tsx';
import { loadAreas } from '../words/en.ts';
import { useWords } from '../words/words.tsx';
import { Announcer } from './announce.tsx';
import css from './frame.module.css';
import { useGo } from './links.tsx';
import { PhoneBar, Rail } from './rail.tsx';
import type { ScreenRow } from './screen.ts';
import { useMay, useSession } from './session-context.tsx';
import { listenForShortcuts, useShortcuts } from './shortcuts.ts';

const Palette = lazy(async () => {
  await loadAreas();
  return { default: (await import('./palette.tsx')).Palette };
});
const KeysHelp = lazy(async () => {
  await loadAreas();
  return { default: (await import('./keys-help.tsx')).KeysHelp };
});

interface FrameProps {
  readonly screens: readonly ScreenRow[];
  readonly live: LiveState;
  /** The build that this page is of. */
  readonly isOutdated: boolean;
}

/** What surrounds every screen. */
export function Frame({ screens, live, isOutdated }: FrameProps) {
  const words = useWords();
  const may = useMay();
  const go = useGo();
  const [open, setOpen] = useState<'palette' | 'keys'>();
  const allowed = screens.filter(({ needs = [] }) => may(...needs));
  useEffect(() => listenForShortcuts(() => setOpen('palette')), []);
  useShortcuts({
    '?': () => setOpen('keys'),
    ...Object.fromEntries(
      allowed.flatMap(({ path, menu }) => (menu?.key === undefined ? [] : [[`g ${menu.key}`, () => go(path)]])),
    ),
  });
  return (
    <div className={css.frame}>
      <a className={css.skip} href="#content">
        {words.shell.skip}
      </a>
      <Rail live={live} openPalette={() => setOpen('palette')} screens={allowed} />
      <main className={css.main} id="content" tabIndex={-1}>
        <PrintHead />
        {live === 'offline' && <p className={css.strip}>{words.shell.offline}</p>}
        {isOutdated && (
          <p className={css.strip}>
            {words.shell.newVersion} <Button onClick={() => window.location.reload()}>{words.shell.load}</Button>
          </p>
        )}
        <Outlet />
      </main>
      <PhoneBar screens={allowed} />
      <Toasts closeLabel={words.action.close} />
      <Announcer />
      <Suspense>
        {open === 'palette' && <Palette onClose={() => setOpen(undefined)} screens={allowed} />}
        {open === 'keys' && <KeysHelp onClose={() => setOpen(undefined)} screens={allowed} />}
      </Suspense>
    </div>
  );
}

/** The shop's name on paper. */
function PrintHead() {
  const { shop } = useSession();
  return <p className={css.printHead}>{shop.name}</p>;
}
