import { Key } from '../kit/bits.tsx';
import { Dialog } from '../kit/dialog.tsx';
import { useWords } from '../words/words.tsx';
import css from './keys-help.module.css';
import { type ScreenRow, screenName } from './screen.ts';

/** Which keys there are. */
export function KeysHelp({
  screens,
  onClose,
}: {
  readonly screens: readonly ScreenRow[];
  readonly onClose: () => void;
}) {
  const words = useWords();
  const { keys } = words;
  const rows: readonly (readonly [keys: readonly string[], text: string])[] = [
    [['⌘ K', 'Ctrl K'], keys.palette],
    ...screens.flatMap(({ name, menu }) =>
      menu?.key === undefined ? [] : [[[`g ${menu.key}`], keys.go(screenName(words, name))] as const],
    ),
    [['d', 'w', 'm', 'q', 'y'], keys.periods],
    [['t'], keys.lastDays],
    [['c'], keys.compare],
    [['f'], keys.filter],
    [['e'], keys.export],
    [['j', 'k', 'Enter'], keys.rows],
    [['[', ']'], keys.pages],
    [['←', '→', 'Home', 'End', 'Enter'], keys.chart],
    [['?'], keys.help],
  ];
  return (
    <Dialog closeLabel={words.action.close} onClose={onClose} title={keys.title}>
      <dl className={css.keys}>
        {rows.map(([names, text]) => (
          <div key={text}>
            <dt>
              {names.map((name) => (
                <Key key={name}>{name}</Key>
              ))}
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
