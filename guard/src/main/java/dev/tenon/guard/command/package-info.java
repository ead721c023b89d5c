/**
 * Approval of the programs that the guard starts, the risks of their commands, and the sandbox in which they run. The
 * processes themselves are started in {@code dev.tenon.guard.runtime}. For users who embed a guard and decide which
 * programs it may start.
 */
@NullMarked
package dev.tenon.guard.command;

import org.jspecify.annotations.NullMarked;
