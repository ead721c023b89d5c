/** The programs that the guard starts: what is dangerous in a command, who approved it, and the walls around it. */
@NullMarked
package dev.tenon.guard.command;

import org.jspecify.annotations.NullMarked;
