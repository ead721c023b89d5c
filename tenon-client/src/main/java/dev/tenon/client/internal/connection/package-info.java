/** Connecting to a server, negotiating the revision, and reconnecting. */
@NullMarked
package dev.tenon.client.internal.connection;

import org.jspecify.annotations.NullMarked;
