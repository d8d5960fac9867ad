// The clock of the device may be wrong: "today" follows the Date header of the server.
let ahead = 0;

/** Takes over the time of an answer. */
export function setByServer(header: string | null): void {
  const serverTime = header === null ? Number.NaN : Date.parse(header);
  // The header has whole seconds; half of one is its mean error.
  if (!Number.isNaN(serverTime)) ahead = serverTime + 500 - Date.now();
}

/** The present time of the server. */
export const serverNow = (): Date => new Date(Date.now() + ahead);
