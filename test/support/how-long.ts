/** Whether tests that can go on for long do so: `BACKROOM_LONG=1`, or `all` for long work, too. */
export const isLong = ['1', 'all'].includes(process.env.BACKROOM_LONG ?? '');
