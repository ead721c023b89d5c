/** Input from and output to a terminal, with control characters escaped. */
@NullMarked
package dev.tenon.cli.terminal;

import org.jspecify.annotations.NullMarked;
