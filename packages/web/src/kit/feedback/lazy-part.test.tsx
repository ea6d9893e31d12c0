import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, onTestFinished, test } from 'vitest'
import { renderKit } from '../../../test/render-kit.tsx'
import { Modal } from '../overlay/dialog.tsx'
import { lazyDialog, loadingDialog } from './lazy-part.tsx'

const Rename = ({ onClose }: { readonly onClose: () => void }) => (
  <Modal title="Rename" onClose={onClose}>
    <input aria-label="Name" />
  </Modal>
)

test('a dialog whose code comes at once never says that it loads', async () => {
  const { delayMs } = loadingDialog
  onTestFinished(() => void (loadingDialog.delayMs = delayMs))
  loadingDialog.delayMs = 20
  const Dialog = lazyDialog('Rename', async () => Rename)
  function Opener() {
    const [isOpen, setOpen] = useState(false)
    return (
      <>
        <button onClick={() => setOpen(true)}>Rename</button>
        {isOpen && <Dialog onClose={() => setOpen(false)} />}
      </>
    )
  }
  const { user } = await renderKit(<Opener />)
  const seen: (string | null)[] = []
  const watch = new MutationObserver(() => seen.push(document.body.textContent))
  watch.observe(document.body, { childList: true, subtree: true })
  await user.click(screen.getByRole('button', { name: 'Rename' }))
  await screen.findByLabelText('Name')
  watch.disconnect()
  expect(seen.filter((text) => text?.includes('Loading...'))).toEqual([])
})
