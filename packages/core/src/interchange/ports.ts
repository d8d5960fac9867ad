import type { CatalogPorts } from '../catalog/index.ts';
import type { OrdersPorts } from '../orders/index.ts';
import type { SettingsPorts } from '../settings/index.ts';

/** The ports of import and export. */
export interface ImportPorts extends CatalogPorts, OrdersPorts, SettingsPorts {}
