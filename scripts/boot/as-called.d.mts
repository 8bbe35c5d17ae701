export function asCalled(text: string, name?: string): string
