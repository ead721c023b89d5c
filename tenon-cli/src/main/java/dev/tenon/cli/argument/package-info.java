/** Arguments as people type them, made into what a tool's schema wants. */
@NullMarked
package dev.tenon.cli.argument;

import org.jspecify.annotations.NullMarked;
