import { ARCHIVE_LIMITS } from '@backroom/core/files';
import { MANIFEST_BYTES, STYLE_BYTES, THEMES, tokenNames, tokens } from '@backroom/core/themes';
import { code, page, table } from './markdown.ts';

const MEBIBYTE = 1_048_576;
const KIBIBYTE = 1_024;

/** Themes: what they are, their tokens, how they are installed. */
export const themesPage = (): string =>
  page(
    'Themes',
    'A theme sets design tokens: the colours, the font, the rounding and the logo of the public pages and of the pages below the admin',
    'path. It changes nothing else: its style sheet is parsed, and only the values of the tokens are stored, re-serialised from their parsed form. Mails have',
    'no colours, and themes no effect on them.',
    '',
    ...packageSection(),
    ...tokenSection(),
    ...installationSection(),
  );

const packageSection = (): readonly string[] => [
  '## Package',
  '',
  `A zip or tgz archive with one top folder, at most ${ARCHIVE_LIMITS.bytes / MEBIBYTE} MiB, of which two files count. [examples/theme-harbour](../examples/theme-harbour) is one.`,
  '',
  ...table(
    ['file', 'content'],
    [
      [
        code('theme.json'),
        `\`slug\` (lower-case letters, digits, \`_\` and \`-\`; not \`default\`), \`name\`, \`version\` (\`1.2.3\`); at most ${MANIFEST_BYTES / KIBIBYTE} KiB`,
      ],
      [
        code('theme.css'),
        `\`:root { … }\`, and \`@media (prefers-color-scheme: dark) { :root { … } }\`, with tokens only; at most ${STYLE_BYTES / KIBIBYTE} KiB`,
      ],
    ],
  ),
  '```sh',
  'cd examples && zip -r harbour.zip theme-harbour',
  'backroom themes install harbour.zip',
  'backroom themes activate harbour',
  '```',
  '',
];

const tokenSection = (): readonly string[] => [
  '## Tokens',
  '',
  'A theme sets as many as it likes; the others keep the value of the default theme. Colours are opaque (`#1f4fa3`, `rgb()`, `hsl()`),',
  'lengths in `rem` or `px`, pictures a `url()` with a `data:` address of a PNG, JPEG, GIF, WebP or AVIF picture.',
  '',
  ...table(
    ['token', 'kind', 'meaning', 'light', 'dark'],
    tokenNames.map((name) => {
      const token: { readonly light: string; readonly dark?: string } = tokens[name];
      const dark = token.dark === undefined ? 'the same' : code(token.dark);
      return [code(`--${name}`), tokens[name].kind, tokens[name].about, code(token.light), dark];
    }),
  ),
  'Texts have to have a contrast of 4.5 on their backgrounds, and borders of fields one of 3, in both modes (WCAG 2.2, level AA).',
  'Otherwise the theme is refused (`theme_contrast_low`), with the first pair of tokens.',
  '',
];

const installationSection = (): readonly string[] => [
  '## Installing',
  '',
  `All routes need the permission \`manage_themes\`. At most ${THEMES} themes are installed.`,
  '',
  ...table(
    ['route', 'command', 'what it does'],
    [
      [
        code('POST /shop-admin/themes'),
        code('themes install FILE'),
        'installs an uploaded package: the part `pluginzip` of a form',
      ],
      [
        code('POST /shop-admin/onboarding/themes/install'),
        code('themes install SLUG'),
        'installs a theme of the signed catalogue',
      ],
      [
        code('POST /shop-admin/onboarding/themes/activate'),
        code('themes activate SLUG'),
        'makes all pages use it; `default` is always there',
      ],
      [code('GET /themes'), code('themes list'), 'lists them; the route with the values of all tokens'],
      [code('DELETE /themes/{slug}'), code('themes remove SLUG'), 'removes one that the pages do not use'],
    ],
  ),
  'A refused upload is answered with 200, `"status": "error"` and the reason; a theme of the catalogue that cannot be installed with',
  '`shop_rest_theme_install` and 404 (unknown), 409 (refused) or 503 (its source does not answer). An installed theme is a row of the',
  'database: after a crash it is there or not, and every server uses an activated theme from the next request on, because browsers ask',
  'for the style sheet each time. The licence of a theme activates it, too (`subscriptions/activate`).',
];
