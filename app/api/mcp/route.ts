import { answerMcp } from '@/app/answer-mcp.ts'

// The SDK answers every verb itself: one that is not taken with 405.

export { answerMcp as DELETE, answerMcp as GET, answerMcp as POST }
