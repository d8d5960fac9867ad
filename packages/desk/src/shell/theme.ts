export type Theme = 'system' | 'light' | 'dark';

/** The appearance that was chosen on this device. */
export const keptTheme = (): Theme => {
  const kept = localStorage.getItem('desk-theme');
  return kept === 'light' || kept === 'dark' ? kept : 'system';
};

/** Applies an appearance, and keeps it. */
export function applyTheme(theme: Theme): void {
  if (theme === 'system') {
    delete document.documentElement.dataset.theme;
    localStorage.removeItem('desk-theme');
  } else {
    document.documentElement.dataset.theme = theme;
    localStorage.setItem('desk-theme', theme);
  }
}
