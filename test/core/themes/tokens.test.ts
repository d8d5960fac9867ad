import { contrastOf, demandContrast, tokenNames, tokenSheet } from '@backroom/core/themes';
import { describe, expect, it } from 'vitest';

const codeOf = (work: () => void): string => {
  try {
    work();
    return 'none';
  } catch (error) {
    const { code, message } = error as { readonly code: string; readonly message: string };
    return `${code}: ${message}`;
  }
};

describe('design tokens', () => {
  it('have the contrast of WCAG, 1 to 21', () => {
    expect(contrastOf('#000000', '#ffffff')).toBe(21);
    expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
    expect(contrastOf('#ffffff', '#777777')).toBe(contrastOf('#777777', '#ffffff'));
    expect(contrastOf('#123456', '#123456')).toBe(1);
  });

  it('can be read in the default theme', () => {
    expect(codeOf(() => demandContrast({ light: {}, dark: {} }))).toBe('none');
  });

  it.each([
    [{ light: { ink: '#999999' }, dark: {} }, '--ink on --ground in light mode is 2.59', '4.5 at least'],
    [{ light: {}, dark: { sheet: '#ffffff' } }, '--ink on --sheet in dark mode is 1.2', '4.5 at least'],
    [{ light: { accent: '#ffffff' }, dark: {} }, '--accent on --ground in light mode', '4.5 at least'],
    [{ light: { line: '#eeeeee' }, dark: {} }, '--line on --sheet in light mode is 1.16', '3 at least'],
  ])('are refused when they cannot be read: %j', (style, pair, least) => {
    const fault = codeOf(() => demandContrast(style));
    expect(fault).toContain(`theme_contrast_low: The contrast of ${pair}`);
    expect(fault).toContain(least);
  });

  it('are written in both modes, and in dark mode where they differ', () => {
    const sheet = tokenSheet({ light: { radius: '2rem', ground: '#fafafa' }, dark: {} });
    for (const name of tokenNames) expect(sheet.split('@media')[0]).toContain(`  --${name}: `);
    expect(sheet).toContain('--radius: 2rem;');
    expect(sheet).toContain('--ground: #fafafa;');
    const [, dark] = sheet.split('@media (prefers-color-scheme: dark)');
    expect(dark).toContain('--ground: #12161c;');
    expect(dark).not.toContain('--radius');
  });
});
