@NullMarked
package dev.tenon.cli.argument;

import org.jspecify.annotations.NullMarked;
