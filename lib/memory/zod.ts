import { config, z } from 'zod'

// In a browser zod would try `new Function` to see whether it may compile schemas; our Content-Security-Policy refuses
// that and reports it. So there it is told to interpret them. Every schema of lib/memory comes through this file.
config({ jitless: 'document' in globalThis })

export { z }
