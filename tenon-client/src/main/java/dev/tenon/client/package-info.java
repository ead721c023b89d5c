/** Calling servers. */
@NullMarked
package dev.tenon.client;

import org.jspecify.annotations.NullMarked;
