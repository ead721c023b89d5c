/** How a command ends. */
@NullMarked
package dev.tenon.cli.exit;

import org.jspecify.annotations.NullMarked;
