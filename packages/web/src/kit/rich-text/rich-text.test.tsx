import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderKit } from '../../../test/render-kit.tsx'
import { RichText } from './rich-text.tsx'

vi.mock('./text-editor.tsx', () => {
  throw new Error('The file is gone')
})

test('an editor that cannot be loaded says so instead of loading for good, and its text stays on screen', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await renderKit(<RichText label="Content" value="<p>Written before</p>" onChange={() => undefined} />)
  expect(screen.getByRole('status').textContent).toBe('Loading the editor...')
  expect(await screen.findByRole('button', { name: 'Reload' })).toBeTruthy()
  expect(screen.queryByText('Loading the editor...')).toBeNull()
  expect(screen.getByText('Written before')).toBeTruthy()
})
