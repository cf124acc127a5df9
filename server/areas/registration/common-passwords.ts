/**
 * Common passwords, generated from usual patterns: known words with common endings, rows and columns of the keyboard,
 * digit sequences, years and dates. No published list is copied.
 */

const WORDS = `
  password passwort passw0rd pass word secret login welcome admin administrator root user guest test testing tester
  default changeme letmein access master system server computer internet windows google facebook amazon samsung
  iloveyou loveyou lovely love lover friend friends forever family mother father sister brother baby babygirl daddy
  princess prince queen king angel heart flower butterfly sunshine summer winter spring autumn rainbow star moon
  monkey dragon tiger lion eagle shadow wolf horse dolphin bear panther cat kitty dog puppy chicken turtle rabbit
  football baseball basketball soccer hockey tennis golf cricket rugby volleyball swimming runner champion
  superman batman spiderman ironman pokemon starwars matrix hunter ranger killer ninja wizard magic merlin
  michael jennifer jessica michelle charlie daniel thomas jordan robert andrew joshua matthew anthony william george
  ashley nicole amanda samantha hannah sophie maria anna laura sarah julia david martin peter stefan alex
  london paris berlin america england canada australia chicago dallas boston newyork texas california
  qwerty qwertz azerty asdf asdfgh zxcvbn qazwsx abc abcd abcdef monday friday january december august
  coffee cookie chocolate cheese banana orange apple cherry pepper ginger honey sugar candy pizza
  freedom liberty peace happy smile lucky money million diamond silver golden purple yellow green black white
  mustang corvette ferrari porsche mercedes harley yamaha honda toyota guitar music dancer player gamer
  whatever nothing trustno blink hello hola bonjour hallo people thunder phoenix blaster rocket scooter
  science biology genome genomics research laboratory university student teacher doctor professor microscope
`;

const ENDINGS = `
  1 2 3 7 11 12 13 21 22 23 69 77 88 99 00 01 007 111 123 1234 12345 123456 321 666 777 2000 ! !! 1! 12! 123! 1234!
  @1 @12 @123 #1 #123 _1 _123 -1 . .1 $ ? * abc xyz qwe
`;

const KEYBOARD = [
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  '1234567890',
  'abcdefghijklmnopqrstuvwxyz',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  '1qaz2wsx3edc4rfv5tgb',
  'qazwsxedcrfvtgb',
  '1a2b3c4d5e6f',
  'a1b2c3d4e5f6',
  '1234qwerasdfzxcv',
  'qweasdzxc',
  '1q2w3e4r!q@w#e$r',
];

/** Shorter passwords are refused anyway. */
const SHORTEST = 8;
const MAX_RUN = 16;

function listWords(text: string): string[] {
  return text.trim().split(/\s+/);
}

function* recentYears(): Generator<string> {
  for (let year = 1950; year <= 2035; year += 1) yield String(year);
}

/** Every substring of a row, forwards and backwards, also repeated. */
function* listRuns(): Generator<string> {
  for (const row of KEYBOARD) {
    for (const line of [row, [...row].reverse().join('')]) {
      for (let start = 0; start < line.length; start += 1) {
        for (let length = 4; length <= Math.min(MAX_RUN, line.length - start); length += 1) {
          const run = line.slice(start, start + length);
          yield run;
          yield `${run}${run}`;
          yield `${run}1`;
          yield `${run}123`;
        }
      }
    }
  }
}

/** One to three characters repeated: aaaaaaaa, 12121212, abcabcabc. */
function* listRepeats(): Generator<string> {
  const units = [...'abcdefghijklmnopqrstuvwxyz0123456789'];
  for (let first = 0; first < 10; first += 1)
    for (let second = 0; second < 10; second += 1) units.push(`${first}${second}`);
  units.push(
    'ab',
    'qw',
    'as',
    'abc',
    '123',
    '321',
    'qwe',
    'asd',
    'zxc',
    'xyz',
    'aaa1',
    'test',
    'pass',
    'love',
  );
  for (const unit of units)
    for (let length = SHORTEST; length <= MAX_RUN; length += 1)
      yield unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
}

function* listEndedWords(): Generator<string> {
  const years = [...recentYears()];
  const words = listWords(WORDS);
  const endings = ['', ...listWords(ENDINGS), ...years.slice(-20)];
  for (const word of words) {
    for (const ending of endings) yield word + ending;
    yield word + word;
    yield `123${word}`;
    yield `1234${word}`;
    yield `my${word}`;
    yield `the${word}`;
  }
  for (const word of ['password', 'welcome', 'summer', 'winter', 'qwerty', 'admin', 'love'])
    for (const year of years) {
      yield word + year;
      yield `${word}${year}!`;
    }
}

/** Dates as people write them: 01011990, 19900101. */
function* listDates(): Generator<string> {
  for (const year of recentYears())
    for (const day of ['0101', '1231', '3112', '0704', '2512']) {
      yield day + year;
      yield year + day;
    }
}

function makeCommonPasswords(): ReadonlySet<string> {
  const passwords = new Set<string>();
  for (const patterns of [listRuns(), listRepeats(), listEndedWords(), listDates()])
    for (const password of patterns) if (password.length >= SHORTEST) passwords.add(password);
  return passwords;
}

/** In lower case, each of at least eight characters. */
export const COMMON_PASSWORDS = makeCommonPasswords();
