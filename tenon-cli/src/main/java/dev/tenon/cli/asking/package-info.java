/** What a server asks, put to the user at the terminal. */
@NullMarked
package dev.tenon.cli.asking;

import org.jspecify.annotations.NullMarked;
