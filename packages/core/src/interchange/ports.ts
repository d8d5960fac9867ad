import type { CatalogPorts } from '../catalog/index.ts';
import type { OrdersPorts } from '../orders/index.ts';
import type { SettingsPorts } from '../settings/index.ts';

/** What moving records in and out needs: whatever keeps them. */
export interface ImportPorts extends CatalogPorts, OrdersPorts, SettingsPorts {}
