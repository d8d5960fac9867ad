import { demandTasks, noTasks, type OnboardingTask, taskCompletions, taskRegistryOf } from '@backroom/core/onboarding';
import { describe, expect, it } from 'vitest';

const aTask: OnboardingTask = { id: 'count-stock', listId: 'setup', title: 'Count', content: 'Once.' };

describe('tasks of a deployment', () => {
  it('are none by default', async () => {
    expect(await noTasks.contributions()).toEqual([]);
    expect(await taskRegistryOf({}).contributions()).toEqual([{}]);
  });

  it('are plain data', async () => {
    const whole: OnboardingTask = {
      ...aTask,
      badge: 'new',
      additionalInfo: 'More',
      actionLabel: 'Count',
      actionUrl: '/count',
      imageUrl: '/count.png',
      imageAlt: 'Shelves',
      inProgressLabel: 'Counting',
      time: '1 hour',
      level: 9,
      isDismissable: true,
      isSnoozeable: true,
      capability: 'manage_settings',
      additionalData: { shelves: [1, 2] },
      completesBy: taskCompletions,
    };
    expect(await taskRegistryOf({ tasks: [aTask, { ...whole, id: 'b' }] }).contributions()).toHaveLength(1);
  });

  it.each<[string, unknown]>([
    ['no list', {}],
    ['null', null],
    ['a text', ['count-stock']],
    ['a task without an id', [{ ...aTask, id: undefined }]],
    ['an id with capitals', [{ ...aTask, id: 'Count' }]],
    ['an id with a slash', [{ ...aTask, id: '../a' }]],
    ['a long id', [{ ...aTask, id: 'a'.repeat(101) }]],
    ['an unknown list', [{ ...aTask, listId: 'mine' }]],
    ['no title', [{ ...aTask, title: '' }]],
    ['a long title', [{ ...aTask, title: 'a'.repeat(201) }]],
    ['a number for content', [{ ...aTask, content: 5 }]],
    ['level 0', [{ ...aTask, level: 0 }]],
    ['a text for a flag', [{ ...aTask, isDismissable: 'yes' }]],
    ['an unknown capability', [{ ...aTask, capability: 'fly' }]],
    ['an unknown completion', [{ ...aTask, completesBy: ['luck'] }]],
    ['an unknown member', [{ ...aTask, isComplete: true }]],
    ['an id twice', [aTask, aTask]],
    ['101 tasks', Array.from({ length: 101 }, (_, index) => ({ ...aTask, id: `t${index}` }))],
  ])('are refused with %s', (_, tasks) => {
    expect(() => demandTasks(tasks)).toThrow(TypeError);
    expect(() => demandTasks(tasks)).toThrow(/tasks/);
  });
});
