/** Caches of results and of tool definitions. */
@NullMarked
package dev.tenon.client.internal.cache;

import org.jspecify.annotations.NullMarked;
