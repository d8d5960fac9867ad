import type { CSSProperties } from 'react';
import type { Theme } from '../data/administration/themes.ts';
import { Dialog } from '../kit/dialog.tsx';
import { formClass, softClass } from '../kit/layout.tsx';
import { useWords } from '../words/words.tsx';
import css from './upkeep.module.css';

const modes = ['light', 'dark'] as const;
type Mode = (typeof modes)[number];

const tokensOf = (theme: Theme, mode: Mode): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(theme[mode]).map(([name, value]) => [name, String(value)]));

/** What the pages look like with a theme, in both modes. */
export function Previews({ theme }: { readonly theme: Theme }) {
  return (
    <div className={css.previews}>
      {modes.map((mode) => (
        <Preview key={mode} mode={mode} tokens={tokensOf(theme, mode)} />
      ))}
    </div>
  );
}

interface PreviewProps {
  readonly mode: Mode;
  readonly tokens: Readonly<Record<string, string>>;
}

/** A card of a page with the tokens of a theme; the values were parsed and written by the server. */
function Preview({ mode, tokens }: PreviewProps) {
  const { sample, modes: names } = useWords().upkeep.themes;
  const page: CSSProperties = { background: tokens.ground, fontFamily: tokens.font };
  const card: CSSProperties = {
    background: tokens.sheet,
    color: tokens.ink,
    borderColor: tokens.edge,
    borderRadius: tokens.radius,
  };
  const button: CSSProperties = { background: tokens.accent, color: tokens['accent-ink'] };
  return (
    <div aria-label={names[mode]} className={css.page} role="img" style={page}>
      <div className={css.card} style={card}>
        <span className={css.sampleTitle}>{sample.title}</span>
        <span style={{ color: tokens.soft }}>{sample.text}</span>
        <span className={css.sampleLink} style={{ color: tokens.accent }}>
          {sample.link}
        </span>
        <span className={css.sampleButton} style={button}>
          {sample.button}
        </span>
      </div>
    </div>
  );
}

const isColour = (value: string): boolean => value.startsWith('#');
const MOST_SHOWN = 60;

/** A theme with the values of all of its tokens. */
export function PreviewDialog({ theme, onClose }: { readonly theme: Theme; readonly onClose: () => void }) {
  const { action, upkeep } = useWords();
  const { themes: words } = upkeep;
  return (
    <Dialog closeLabel={action.close} onClose={onClose} title={words.previewOf(theme.name)} wide>
      <div className={formClass}>
        <Previews theme={theme} />
        {modes.map((mode) => (
          <section key={mode}>
            <h3>{words.modes[mode]}</h3>
            <ul className={css.tokens}>
              {Object.entries(tokensOf(theme, mode)).map(([name, value]) => (
                <li className={css.token} key={name}>
                  {isColour(value) && <span className={css.swatch} style={{ background: value }} />}
                  <span>{name}</span>
                  <span className={softClass}>{value.slice(0, MOST_SHOWN)}</span>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
