import { CommonPasswordList, NodeRandom } from '@backroom/adapters-node';
import { describe, expect, it } from 'vitest';

const list = new CommonPasswordList();

const notorious =
  `password password1 password12 password123 password1234 password! 12345678 123456789 1234567890 87654321
  qwertyuiop qwerty123 qwerty12345 asdfghjkl zxcvbnm1 1qaz2wsx qazwsxedc 1q2w3e4r 1q2w3e4r5t iloveyou iloveyou1 letmein1
  letmein123 welcome1 welcome123 admin123 admin1234 administrator sunshine sunshine1 football football1 baseball basketball
  princess princess1 11111111 00000000 88888888 aaaaaaaa 12121212 123123123 11223344 abc12345 abcd1234 abcdefgh a1b2c3d4
  passw0rd p@ssw0rd p@ssword pa$$word p@ssw0rd1 changeme changeme1 trustno1 monkey123 dragon123 superman batman123 starwars
  pokemon1 michael1 jennifer jordan23 computer internet whatever liverpool chelsea1 arsenal1 butterfly chocolate
  summer2024 winter2025! january1 monday123 test1234 testtest master123 shadow123 secret123 login123 guest123 charlie1
  mustang1 jessica1 ashley12 thomas123 drowssap 01011990 19900101`.split(/\s+/);

describe('CommonPasswordList', () => {
  it('holds at least 3000 passwords', () => {
    expect(list.size).toBeGreaterThanOrEqual(3000);
  });

  it.each(notorious)('contains %s', (password) => {
    expect(list.includes(password)).toBe(true);
  });

  it.each(['PASSWORD', 'Password1', 'P@ssw0rd', 'QwertyUiop', 'SUNSHINE'])(
    'contains %s whatever its case',
    (password) => {
      expect(list.includes(password)).toBe(true);
    },
  );

  it.each(['correct horse battery', 'Tr0ub4dor&3', 'kestrel-over-mud', 'velvet7teapot', 'пароль-длинный', ' password'])(
    'does not contain %s',
    (password) => {
      expect(list.includes(password)).toBe(false);
    },
  );

  it.each(['pass', 'qwerty', 'monkey', '1234567', ''])('leaves the short %j to the rule of length', (password) => {
    expect(list.includes(password)).toBe(false);
  });

  it('does not contain random passwords', () => {
    const random = new NodeRandom();
    const drawn = Array.from({ length: 100 }, () => random.characters(20, 'abcdefghijklmnopqrstuvwxyz0123456789'));
    expect(drawn.filter((password) => list.includes(password))).toEqual([]);
  });
});
