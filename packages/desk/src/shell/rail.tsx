import { useLocation } from '@tanstack/react-router';
import type { LiveState } from '../data/live.ts';
import { Key } from '../kit/bits.tsx';
import { Button } from '../kit/button.tsx';
import { Icon } from '../kit/icon.tsx';
import { useWords } from '../words/words.tsx';
import { AccountMenu } from './account-menu.tsx';
import { ScreenLink } from './links.tsx';
import css from './rail.module.css';
import { type ScreenGroup, type ScreenRow, screenName } from './screen.ts';
import { useSession } from './session-context.tsx';

interface RailProps {
  readonly screens: readonly ScreenRow[];
  readonly live: LiveState;
  readonly openPalette: () => void;
}

const groups: readonly ScreenGroup[] = ['start', 'reports', 'shop', 'system'];

/** The navigation at the side: what this session may see. */
export function Rail({ screens, live, openPalette }: RailProps) {
  const words = useWords();
  const { shop } = useSession();
  return (
    <header className={`${css.rail} not-printed`} data-navigation>
      <div className={css.shop}>
        <span aria-hidden="true" className={css.mark}>
          {shop.name.slice(0, 1).toUpperCase()}
        </span>
        <div className={css.names}>
          <strong className={css.name} title={shop.name}>
            {shop.name}
          </strong>
          <LiveMark live={live} />
        </div>
      </div>
      <button className={css.search} onClick={openPalette} type="button">
        <Icon name="search" />
        <span>{words.shell.search}</span>
        <Key>{isApple ? '⌘K' : 'Ctrl K'}</Key>
      </button>
      <nav aria-label={words.shell.main} className={css.nav}>
        {groups.map((group) => (
          <RailGroup group={group} key={group} screens={screens.filter(({ menu }) => menu?.group === group)} />
        ))}
      </nav>
      <AccountMenu />
    </header>
  );
}

const isApple = /Mac|iPhone|iPad/.test(navigator.platform);

function RailGroup({ group, screens }: { readonly group: ScreenGroup; readonly screens: readonly ScreenRow[] }) {
  const words = useWords();
  if (screens.length === 0) return null;
  const title = words.shell.groups[group];
  return (
    <div className={css.group}>
      {title && <div className={css.groupTitle}>{title}</div>}
      <ul>
        {screens.map(({ name, path, menu }) => (
          <li key={path}>
            <ScreenLink className={css.link} to={path}>
              {menu && <Icon name={menu.icon} />}
              <span>{screenName(words, name)}</span>
            </ScreenLink>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Whether the numbers follow what happens in the shop. */
const LiveMark = ({ live }: { readonly live: LiveState }) => {
  const words = useWords();
  return (
    <span className={css.live} data-live={live} title={words.shell.live[live]}>
      {words.shell.live[live]}
    </span>
  );
};

/** The navigation at the bottom of a phone: five places. */
export function PhoneBar({ screens }: { readonly screens: readonly ScreenRow[] }) {
  const words = useWords();
  const pathname = useLocation({ select: (location) => location.pathname });
  const places = screens.filter(({ menu }) => menu?.onPhone).slice(0, 4);
  const isAmong = places.some(({ path }) => `${pathname}/`.startsWith(`${path}/`));
  return (
    <nav aria-label={words.shell.main} className={`${css.bar} not-printed`} data-navigation>
      {places.map(({ name, path, menu }) => (
        <ScreenLink className={css.place} key={path} to={path}>
          {menu && <Icon name={menu.icon} size={20} />}
          <span>{screenName(words, name)}</span>
        </ScreenLink>
      ))}
      <ScreenLink aria-current={isAmong ? undefined : 'true'} className={css.place} to="/more">
        <Icon name="more" size={20} />
        <span>{words.shell.more}</span>
      </ScreenLink>
    </nav>
  );
}

/** Everything that is not in the phone bar. */
export function MorePlaces({ screens, openPalette }: Omit<RailProps, 'live'>) {
  const words = useWords();
  return (
    <div className={css.more}>
      <h1 className="for-readers">{words.shell.more}</h1>
      <Button icon="search" onClick={openPalette}>
        {words.shell.search}
      </Button>
      {groups.map((group) => (
        <RailGroup group={group} key={group} screens={screens.filter(({ menu }) => menu?.group === group)} />
      ))}
      <AccountMenu />
    </div>
  );
}
