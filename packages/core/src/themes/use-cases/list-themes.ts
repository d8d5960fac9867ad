import { useCase } from '../../kernel/use-case.ts';
import type { ThemePorts } from '../ports.ts';
import { switchedSheet, tokenSheet } from '../style/tokens.ts';
import type { Theme } from '../theme.ts';

/** Lists the installed themes by slug, without the default one. */
export const listThemes = useCase(
  { access: 'manage_themes', effect: 'read' },
  ({ themes }: ThemePorts) =>
    async (_, __: object): Promise<readonly Theme[]> =>
      themes.list(),
);

/** The design tokens of the pages as CSS: custom properties of `:root`, in light and dark mode. */
export const readTokenSheet = useCase(
  { access: 'anyone', effect: 'read' },
  ({ themes }: ThemePorts) =>
    async (_, __: object): Promise<string> =>
      tokenSheet((await themes.active())?.style),
);

/** The design tokens of the active theme as CSS for pages that switch modes themselves; empty for the default theme. */
export const readSwitchedSheet = useCase(
  { access: 'anyone', effect: 'read' },
  ({ themes }: ThemePorts) =>
    async (_, __: object): Promise<string> =>
      switchedSheet((await themes.active())?.style),
);
