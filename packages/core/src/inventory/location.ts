/** A storage location. */
export interface Location {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly parentId: number | null;
  readonly archived: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly version: number;
}

/** Code of the permanent default location. */
export const MAIN = 'MAIN';
