/**
 * Stops this process when the one that started it is gone. Without it, killing `npm start` outright would leave
 * a server behind that holds the port and the data folder.
 */
const parent = process.ppid
setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM')
}, 1_000).unref()
