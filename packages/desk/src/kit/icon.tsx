import { memo } from 'react';

/** Strokes of 24 px. */
const paths = {
  overview: 'M3 12h3.5l2.5-7 5 14 2.5-7H21',
  reports: 'M5 20V12M12 20V5M19 20v-6M3 20h18',
  orders: 'M6 8h12l1 12H5zM9 8V6.5a3 3 0 0 1 6 0V8',
  products: 'M12 3l8 4.4v9.2L12 21l-8-4.4V7.4zM4 7.4l8 4.6 8-4.6M12 12v9',
  stockroom: 'M3 20V9l9-5 9 5v11M7 20v-8h10v8M7 16h10',
  customers: 'M12 11.5a3.7 3.7 0 1 0 0-7.4 3.7 3.7 0 0 0 0 7.4M5 20.5c.4-4 3.2-6 7-6s6.6 2 7 6',
  coupons: 'M4 6h16v4a2 2 0 0 0 0 4v4H4v-4a2 2 0 0 0 0-4zM14 6v3m0 2.500v1m0 2.500v3',
  rates: 'M6 18L18 6M8 9.500a2 2 0 1 0 0-4 2 2 0 0 0 0 4M16 18.500a2 2 0 1 0 0-4 2 2 0 0 0 0 4',
  jobs: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M12 7.500V12l3 2',
  people:
    'M9 11a3.3 3.3 0 1 0 0-6.600A3.3 3.3 0 0 0 9 11M3 19.500c.3-3.5 2.5-5.2 6-5.200s5.7 1.7 6 5.200M15.5 4.700a3.3 3.3 0 0 1 0 6.100M17.5 14.700c2 .6 3.2 2.2 3.5 4.8',
  audit: 'M7 3.500h10v17l-2.5-1.7-2.5 1.7-2.5-1.700L7 20.500zM10 8h4M10 12h4',
  directory: 'M5 4h14v16H5zM9 9.500h6M9 13.500h6M3 8h2M3 16h2',
  settings:
    'M4 7h9M17 7h3M4 17h3M11 17h9M15 9.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5M9 19.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5',
  extensions: 'M9 4h6v4h5v12H4V8h5zM9 8h6',
  phone: 'M8 3h8a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1M11 18h2',
  mail: 'M4 6h16v12H4zM4 7l8 6 8-6',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13M15.5 15.500L20 20',
  calendar: 'M5 6h14v14H5zM5 10h14M9 4v4M15 4v4',
  filter: 'M4 7h16M7 12h10M10 17h4',
  export: 'M12 15V4m0 0L8 8m4-4l4 4M5 14v5h14v-5',
  download: 'M12 4v11m0 0l-4-4m4 4l4-4M5 15v4h14v-4',
  columns: 'M4 5h16v14H4zM9.3 5v14M14.7 5v14',
  print: 'M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7z',
  copy: 'M9 9h11v11H9zM15 9V4H4v11h5',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  down: 'M6 9l6 6 6-6',
  up: 'M6 15l6-6 6 6',
  next: 'M9 6l6 6-6 6',
  previous: 'M15 6l-6 6 6 6',
  arrowUp: 'M12 19V5m0 0l-6 6m6-6l6 6',
  arrowDown: 'M12 5v14m0 0l-6-6m6 6l6-6',
  close: 'M6 6l12 12M18 6L6 18',
  check: 'M5 12.500l4.5 4.500L19 7.5',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  warn: 'M12 4l9 16H3zM12 10v4M12 17v.01',
  info: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M12 11v5M12 8v.01',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12M12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6',
  scan: 'M4 8V4h4M16 4h4v4M20 16v4h-4M8 20H4v-4M4 12h16',
  move: 'M4 9h15m0 0l-4-4m4 4l-4 4M20 16H5m0 0l3-3m-3 3l3 3',
  count: 'M5 7l1.5 1.500L9 6M5 13l1.5 1.500L9 12M12 7.500h7M12 13.500h7M5 19h14',
  undo: 'M4 9h11a5 5 0 0 1 0 10H9M4 9l4-4M4 9l4 4',
  lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
  link: 'M10 14l4-4M8.5 11L6 13.500a3.2 3.2 0 0 0 4.5 4.500L13 15.500M11 8.500L13.5 6A3.2 3.2 0 0 1 18 10.500L15.5 13',
  trash: 'M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13',
  edit: 'M4 20l1-4L16 5l3 3L8 19z',
  theme: 'M12 3a9 9 0 1 0 9 9 7 7 0 0 1-9-9',
  signOut: 'M14 4H5v16h9M10 12h11m0 0l-4-4m4 4l-4 4',
  refresh: 'M20 12a8 8 0 1 1-2.3-5.700L20 8.500M20 4v4.500h-4.500',
  home: 'M4 11l8-7 8 7v9h-5v-6H9v6H4z',
} as const;

export type IconName = keyof typeof paths;

/** Icons that point along the line of reading. */
const directed: ReadonlySet<IconName> = new Set(['next', 'previous', 'undo', 'signOut', 'move']);

/** A stroke icon; it never carries meaning alone. */
export const Icon = memo(({ name, size = 16 }: { readonly name: IconName; readonly size?: number }) => (
  <svg
    aria-hidden="true"
    data-directed={directed.has(name) || undefined}
    fill="none"
    height={size}
    stroke="currentColor"
    strokeLinecap="round"
    strokeLinejoin="round"
    strokeWidth={name === 'more' ? 2.6 : 1.7}
    viewBox="0 0 24 24"
    width={size}
  >
    <path d={paths[name]} />
  </svg>
));
