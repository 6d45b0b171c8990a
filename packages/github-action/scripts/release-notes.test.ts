import { expect, test } from 'vitest';
import { releaseNotes } from './release-notes.ts';

const CHANGELOG = `# Changelog

## Unreleased

- Later.

## [1.2.3] - 2026-01-31

### Added

- This.

## 1.2.2

- That.

## 1.2.1
`;

test.each([
  ['v1.2.3', '1.2.3', '### Added\n\n- This.'],
  ['v1.2.2', '1.2.2', '- That.'],
])('the notes of %s are its section of the changelog', (tag, version, notes) => {
  expect(releaseNotes(tag, { a: version, b: version }, CHANGELOG)).toBe(notes);
});

test.each([
  ['1.2.3', '1.2.3', "the tag '1.2.3' is not a version"],
  ['v1.2', '1.2', "the tag 'v1.2' is not a version"],
  ['v01.2.3', '01.2.3', "the tag 'v01.2.3' is not a version"],
  ['v1.2.3', '1.2.2', 'a has version 1.2.2; the tag says 1.2.3'],
  ['v9.0.0', '9.0.0', "CHANGELOG.md has no section '## 9.0.0'"],
  ['v1.2.1', '1.2.1', 'CHANGELOG.md says nothing of 1.2.1'],
])('the tag %s is no release of packages at %s', (tag, version, message) => {
  expect(() => releaseNotes(tag, { a: version }, CHANGELOG)).toThrow(message);
});
