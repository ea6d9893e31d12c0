import { component, docs } from '../describe.ts'
import { setup, setupState, setupSteps } from './setup.ts'

export const setupDocs = docs(setup, {
  about: 'What a new shop still needs.',
  components: {
    SetupState: component(
      setupState,
      'A step, and whether it is done. It follows from what the shop has, so it may become open again.',
      { step: 'What is to be done.', is_done: 'Whether the shop has it.' },
      { step: setupSteps },
    ),
  },
})
