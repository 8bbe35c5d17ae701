import { type NextRequest, NextResponse } from 'next/server'
import { isOwnHost } from './app/own-host.ts'

/**
 * Gives every page a Content-Security-Policy with a fresh nonce. Next reads the nonce from the request's
 * copy of the header and puts it on its own scripts; the layout reads `x-nonce` for ours.
 * Only a second wall: who may call is decided inside each action and handler, never here.
 */
export function proxy(request: NextRequest): NextResponse {
  const host = request.headers.get('host') ?? ''
  if (!isOwnHost(host))
    return new NextResponse('This Loupe does not answer under that name.\n', { status: 421 })

  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64')
  const policy = contentSecurityPolicy(nonce, process.env.NODE_ENV === 'development')

  const headers = new Headers(request.headers)
  headers.set('x-nonce', nonce)
  // Where whoever has to sign in first comes back to.
  const { pathname, searchParams } = request.nextUrl
  searchParams.delete('_rsc')
  headers.set('x-path', `${pathname}${searchParams.size > 0 ? `?${searchParams}` : ''}`)
  headers.set('content-security-policy', policy)

  const response = NextResponse.next({ request: { headers } })
  response.headers.set('content-security-policy', policy)
  return response
}

function contentSecurityPolicy(nonce: string, isDevelopment: boolean): string {
  // React's development build evaluates strings, and Next's error overlay brings styles without a nonce.
  const scripts = isDevelopment
    ? `'nonce-${nonce}' 'strict-dynamic' 'unsafe-eval'`
    : `'nonce-${nonce}' 'strict-dynamic'`
  const styles = isDevelopment ? `'self' 'unsafe-inline'` : `'self' 'nonce-${nonce}'`
  return [
    `default-src 'none'`,
    `script-src ${scripts}`,
    `style-src-elem ${styles}`,
    // Charts are rendered on the server with style attributes, which can carry no nonce.
    `style-src-attr 'unsafe-inline'`,
    `img-src 'self' data:`,
    `font-src 'self'`,
    `connect-src 'self'`,
    `manifest-src 'self'`,
    `form-action 'self'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
    `object-src 'none'`,
  ].join('; ')
}

export const config = {
  // Programs ask /api often and render nothing; built files are neither pages nor secret.
  matcher: ['/((?!api/|_next/static/).*)'],
}
