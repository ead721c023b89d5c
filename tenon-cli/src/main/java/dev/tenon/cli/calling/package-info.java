/** The commands that call a server. */
@NullMarked
package dev.tenon.cli.calling;

import org.jspecify.annotations.NullMarked;
