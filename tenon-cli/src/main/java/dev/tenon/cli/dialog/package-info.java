/** Questions to the person at the terminal, and the answers to what a server asks. */
@NullMarked
package dev.tenon.cli.dialog;

import org.jspecify.annotations.NullMarked;
