/** Exit codes, and the mapping of failures to them. */
@NullMarked
package dev.tenon.cli.error;

import org.jspecify.annotations.NullMarked;
