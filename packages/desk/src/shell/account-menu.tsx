import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { signOut } from '../data/session.ts';
import { Icon } from '../kit/icon.tsx';
import { Menu, type MenuGroup } from '../kit/menu.tsx';
import { languages, useLanguage, useWords } from '../words/words.tsx';
import css from './account-menu.module.css';
import { reloadNow } from './leaving.ts';
import { useGo } from './links.tsx';
import { useSession } from './session-context.tsx';
import { singleKeysAreOn, switchSingleKeys } from './shortcuts.ts';
import { applyTheme, keptTheme, type Theme } from './theme.ts';

const themes: readonly Theme[] = ['system', 'light', 'dark'];

/** Who is signed in, appearance, language, shortcuts, and the way out. */
export function AccountMenu() {
  const words = useWords();
  const { user } = useSession();
  const name = user.display_name ?? user.username;
  return (
    <Menu
      align="start"
      groups={useGroups()}
      label={words.shell.account(name)}
      trigger={(props) => (
        <button {...props} className={css.account} title={words.shell.account(name)} type="button">
          <span aria-hidden="true" className={css.face}>
            {name.slice(0, 1).toUpperCase()}
          </span>
          <span className={css.name}>{name}</span>
          <Icon name="up" size={14} />
        </button>
      )}
    />
  );
}

function useGroups(): readonly MenuGroup[] {
  const words = useWords();
  const go = useGo();
  const queries = useQueryClient();
  const { language, choose } = useLanguage();
  const [theme, setTheme] = useState(keptTheme);
  const [isOn, setOn] = useState(singleKeysAreOn);
  const leave = async () => {
    await signOut();
    queries.clear();
    reloadNow();
  };
  return [
    {
      items: [
        { id: 'account', label: words.shell.screens.account ?? '', icon: 'lock', onChoose: () => go('/account') },
      ],
    },
    {
      title: words.shell.theme.label,
      items: themes.map((each) => ({
        id: each,
        label: words.shell.theme[each],
        isChecked: each === theme,
        onChoose: () => {
          applyTheme(each);
          setTheme(each);
        },
      })),
    },
    {
      title: words.shell.language,
      items: Object.entries(languages).map(([code, label]) => ({
        id: code,
        label,
        isChecked: code === language,
        onChoose: () => choose(code),
      })),
    },
    {
      items: [
        {
          id: 'keys',
          label: words.shell.singleKeys,
          isChecked: isOn,
          onChoose: () => {
            switchSingleKeys(!isOn);
            setOn(!isOn);
          },
        },
        { id: 'out', label: words.shell.signOut, icon: 'signOut', onChoose: () => void leave() },
      ],
    },
  ];
}
