/** What the desk knows of a task beside its record. */
export interface TaskKind {
  /** The screen where it is done, and what it needs. */
  readonly screen?: { readonly to: string; readonly needs: string };
  /** Completed by a fact alone: nothing is marked by hand. */
  readonly byFact?: true;
  /** The option that marks it as done, in place of the task itself. */
  readonly option?: string;
}

/** Tasks of the core (docs/onboarding.md); others have the action of their record. */
export const taskKinds: Readonly<Record<string, TaskKind>> = {
  'customize-store': {
    screen: { to: '/themes', needs: 'manage_themes' },
    option: 'shop_customize_store_completed',
    byFact: true,
  },
  store_details: { screen: { to: '/settings', needs: 'manage_settings' } },
  products: { screen: { to: '/products', needs: 'manage_store' }, byFact: true },
  tax: { screen: { to: '/tax-rates', needs: 'manage_store' }, option: 'shop_no_sales_tax', byFact: true },
  'browse-marketplace': { screen: { to: '/extensions', needs: 'manage_extensions' } },
  'get-mobile-app': { screen: { to: '/phones', needs: 'manage_store' } },
};
