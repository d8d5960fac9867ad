import { useNarrow } from '../../kit/narrow.ts';
import { clockText } from '../../words/moments.ts';
import { useFormats } from '../../words/words.tsx';
import { useCalendar } from '../session-context.tsx';
import css from './records.module.css';

/** A moment on the clock of the shop. */
export function When({ at }: { readonly at: string }) {
  const { conventions, moment, momentExact, time } = useFormats();
  const date = clockText(at, conventions.timeZone).slice(0, 10);
  return <ClockTime date={date} dateTime={at} long={moment(at)} time={time(at)} title={momentExact(at)} />;
}

interface ClockTimeProps {
  readonly date: string;
  /** Written, as is `long`. */
  readonly time: string;
  /** Day and time on a wide screen. */
  readonly long: string;
  readonly dateTime: string;
  readonly title?: string;
}

/** A day and a time; on a phone without the present year, and the time below a day that leaves it no room. */
export function ClockTime({ date, time, long, ...others }: ClockTimeProps) {
  const { day, dayShort } = useFormats();
  const { today } = useCalendar();
  const isNarrow = useNarrow();
  return (
    <time className={css.when} {...others}>
      {isNarrow ? (
        <>
          <span>{date.slice(0, 4) === today.slice(0, 4) ? dayShort(date) : day(date)}</span> <small>{time}</small>
        </>
      ) : (
        long
      )}
    </time>
  );
}
