/** Options of Node with which `npm start` runs the server, for its memory. */
export const servedOptions = '--max-semi-space-size=8 --max-old-space-size=1200';
