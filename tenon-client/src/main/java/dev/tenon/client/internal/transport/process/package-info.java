/** Servers that are started as processes. */
@NullMarked
package dev.tenon.client.internal.transport.process;

import org.jspecify.annotations.NullMarked;
