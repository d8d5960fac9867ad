const form = process.env.BACKROOM_LONG ?? '';

/** Whether tests are as long as in `.ci/run`, or longer: `BACKROOM_LONG=1` or `all`. */
export const isLong = ['1', 'all'].includes(form);

/** Whether long tests run whole: `BACKROOM_LONG=all`. */
export const isWhole = form === 'all';

/** Rounds of a test in the form of `BACKROOM_LONG=all`, in that of `.ci/run` where it has more, and in that of `npm test`. */
export const roundsIn = <T>(rounds: { readonly whole: T; readonly long?: T; readonly short: T }): T => {
  if (isWhole) return rounds.whole;
  return (isLong ? rounds.long : undefined) ?? rounds.short;
};
