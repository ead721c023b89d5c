/** Support for tests. */
@NullMarked
package dev.tenon.coverage.support;

import org.jspecify.annotations.NullMarked;
