import { defaultShopNames, type ShopNames } from './shop/names.ts';

/** Addresses and names of an installation, which clients read from the session. */
export interface PublishedNames {
  readonly shop: ShopNames;
  /** Mount path of the inventory interface; empty at the root. */
  readonly inventoryPrefix: string;
  /** First segment of the addresses of the desk; null where it is switched off. */
  readonly deskPath: string | null;
  /** Identifies the build of the desk that is served; null while there is none. */
  deskBuild(): string | null;
}

export const defaultPublishedNames: PublishedNames = {
  shop: defaultShopNames,
  inventoryPrefix: '',
  deskPath: null,
  deskBuild: () => null,
};
