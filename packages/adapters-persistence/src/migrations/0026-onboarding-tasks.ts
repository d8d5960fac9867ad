import { Migration } from '@mikro-orm/migrations';

/** The state of task lists, their tasks, and the tasks that users have started. */
export class OnboardingTasks extends Migration {
  override up(): void {
    this.addSql(`
      create table onboarding_task_list (
        list_id varchar(100) primary key,
        hidden_at timestamptz(3),
        completed_at timestamptz(3)
      )`);
    this.addSql("insert into onboarding_task_list (list_id) values ('setup'), ('extended'), ('secret_tasklist')");
    this.addSql(`
      create table onboarding_task (
        task_id varchar(100) primary key,
        dismissed_at timestamptz(3),
        snoozed_until timestamptz(3),
        actioned_at timestamptz(3),
        completed_at timestamptz(3)
      )`);
    this.addSql(`
      create table onboarding_started_task (
        user_id int not null,
        task_id varchar(100) not null,
        started_at timestamptz(3) not null,
        primary key (user_id, task_id),
        constraint onboarding_started_task_user_id_fkey foreign key (user_id) references app_user (user_id) on delete cascade
      )`);
    // A phone that is signed in was ever signed in.
    this.addSql(`
      insert into shop_option (name, value, updated_at)
      select 'shop_phone_signed_in', '"yes"', now()
      where exists (select from application_password where app_id = '2f7f8a54-0c3e-4d0f-9f0b-6a1f5c1d7e92')
      on conflict (name) do nothing`);
  }
}
