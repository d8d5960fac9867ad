/** The place of the last operation on this device, or another one. */
export function keptPlace(otherwise: number): number {
  const kept = Number(localStorage.getItem('desk-place'));
  return Number.isInteger(kept) && kept > 0 ? kept : otherwise;
}

export const keepPlace = (id: number): void => localStorage.setItem('desk-place', String(id));
