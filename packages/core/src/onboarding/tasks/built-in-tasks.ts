import type { OnboardingTask, TaskListId } from './task.ts';

/** How a list of tasks is shown; its tasks name it. */
export interface TaskList {
  readonly id: TaskListId;
  readonly title: string;
  /** Prefix of the events that clients record. */
  readonly eventPrefix: string;
  readonly hasProgressHeader: boolean;
  /** Whether incomplete tasks come first, then those of a lower level. */
  readonly isSorted: boolean;
  /** The list whose hidden flag it shares, and is never visible itself. */
  readonly hiddenWith?: TaskListId;
}

export const taskLists: readonly TaskList[] = [
  {
    id: 'setup',
    title: 'Get ready to start selling',
    eventPrefix: 'tasklist_',
    hasProgressHeader: true,
    isSorted: false,
  },
  {
    id: 'extended',
    title: 'Things to do next',
    eventPrefix: 'extended_tasklist_',
    hasProgressHeader: false,
    isSorted: true,
  },
  {
    id: 'secret_tasklist',
    title: 'Set up your store',
    eventPrefix: 'secret_tasklist_',
    hasProgressHeader: false,
    isSorted: false,
    hiddenWith: 'setup',
  },
];

const optional = { isDismissable: true, isSnoozeable: true } as const;

/** The tasks of the core, in the order of their lists (docs/spec/shop-platform.md 5.2). */
export const builtInTasks: readonly OnboardingTask[] = [
  {
    id: 'customize-store',
    listId: 'setup',
    title: 'Customise your store',
    content: 'Choose a theme and a homepage.',
    actionLabel: 'Start',
    time: '5 minutes',
    completesBy: ['customized'],
  },
  {
    id: 'store_details',
    listId: 'setup',
    title: 'Add the details of your store',
    content: 'Set address, currency and units.',
    actionLabel: 'Add details',
    time: '4 minutes',
  },
  {
    id: 'products',
    listId: 'setup',
    title: 'Add products',
    content: 'Add your first product, begin with a template, or import samples.',
    actionLabel: 'Add a product',
    time: '1 minute per product',
    completesBy: ['product'],
  },
  {
    id: 'payments',
    listId: 'setup',
    title: 'Get paid',
    content: 'Choose how buyers pay.',
    actionLabel: 'Choose',
    time: '2 minutes',
    ...optional,
  },
  {
    id: 'tax',
    listId: 'setup',
    title: 'Collect sales tax',
    content: 'Add tax rates, or state that you charge no sales tax.',
    actionLabel: 'Set up taxes',
    time: '1 minute',
    isDismissable: true,
    completesBy: ['tax'],
  },
  {
    id: 'shipping',
    listId: 'setup',
    title: 'Choose how you ship',
    content: 'Name the regions you ship to and what it costs.',
    actionLabel: 'Set up shipping',
    time: '1 minute',
    ...optional,
  },
  {
    id: 'marketing',
    listId: 'setup',
    title: 'Reach buyers',
    content: 'Choose the channels that make your store known.',
    actionLabel: 'Choose channels',
    time: '2 minutes',
    ...optional,
  },
  {
    id: 'launch-your-store',
    listId: 'setup',
    title: 'Open your store',
    content: 'Check everything once more and open your store to the public.',
    actionLabel: 'Open the store',
  },
  {
    id: 'browse-marketplace',
    listId: 'extended',
    title: 'Look at the marketplace',
    content: 'See which extensions and themes there are.',
    actionLabel: 'Look',
    ...optional,
  },
  {
    id: 'store-connect',
    listId: 'extended',
    title: 'Connect your store',
    content: 'Connect your store with the licence server, for updates of your extensions.',
    actionLabel: 'Connect',
    ...optional,
  },
  {
    id: 'additional-payments',
    listId: 'extended',
    title: 'Add more ways to pay',
    content: 'Let buyers choose between several ways to pay.',
    actionLabel: 'Add',
    time: '2 minutes',
    ...optional,
  },
  {
    id: 'get-mobile-app',
    listId: 'extended',
    title: 'Get the app',
    content: 'Manage your store from a phone.',
    actionLabel: 'Sign in a phone',
    ...optional,
    completesBy: ['action', 'report', 'phone'],
  },
  {
    id: 'review-shipping',
    listId: 'extended',
    title: 'Review your shipping',
    content: 'Check regions and costs after your first orders.',
    actionLabel: 'Review',
    ...optional,
  },
  {
    id: 'shipping-recommendation',
    listId: 'secret_tasklist',
    title: 'Ship with a partner',
    content: 'Print labels with a shipping partner.',
    actionLabel: 'See partners',
    isDismissable: true,
  },
];
