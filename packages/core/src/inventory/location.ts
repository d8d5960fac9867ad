/** A place where stock lies. */
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

/** The code of the location that exists from the start and always will. */
export const MAIN = 'MAIN';
