/** The Streamable HTTP transport. */
@NullMarked
package dev.tenon.client.internal.transport.streamable;

import org.jspecify.annotations.NullMarked;
