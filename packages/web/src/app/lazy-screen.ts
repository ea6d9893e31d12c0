import { lazyRouteComponent } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { orCodeError } from '../kit/code-error.ts'

/**
 * A screen whose code loads when its route does. The router reloads the page by itself when a module is missing, which shows nothing
 * at all while offline; as a CodeError the failure reaches the error page instead.
 */
export const lazyScreen = <Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) =>
  lazyRouteComponent(() => orCodeError(load()), name)
