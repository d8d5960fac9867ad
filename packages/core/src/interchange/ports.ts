import type { FactStore } from '../analytics/index.ts';
import type { CatalogPorts } from '../catalog/index.ts';
import type { OrdersPorts } from '../orders/index.ts';
import type { SettingsPorts } from '../settings/index.ts';

/** Ports of the import and export of records. */
export interface ImportPorts extends CatalogPorts, OrdersPorts, SettingsPorts {
  readonly facts: FactStore;
}
