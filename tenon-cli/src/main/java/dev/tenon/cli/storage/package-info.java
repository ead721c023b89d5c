/** Where the command keeps what it must remember between two runs. */
@NullMarked
package dev.tenon.cli.storage;

import org.jspecify.annotations.NullMarked;
